/** Requests of the egress gateway to control, and their responses. */
import type { components } from '@cay/contract/gen/control/api.js'

type Network = components['schemas']['SandboxNetworkConfig']

/** Header rules and proxy of a sandbox, as in the create request. */
export interface Outbound {
  readonly rules?: NonNullable<Network['rules']>
  readonly egressProxy?: NonNullable<Network['egressProxy']>
}

/** The value of a placeholder, or the reason why there is none. */
export type Value = { readonly value: string; readonly goodUntilMs?: number } | { readonly missing: string }

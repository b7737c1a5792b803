/** What egress asks control for, and is told. */
import type { components } from '@cay/contract/gen/control/api.js'

type Network = components['schemas']['SandboxNetworkConfig']

/** Header rules and the proxy of a sandbox, as its creator gave them. */
export interface Outbound {
  readonly rules?: NonNullable<Network['rules']>
  readonly egressProxy?: NonNullable<Network['egressProxy']>
}

/** Of a placeholder: what stands for it, or why nothing does. */
export type Value = { readonly value: string; readonly goodUntilMs?: number } | { readonly missing: string }

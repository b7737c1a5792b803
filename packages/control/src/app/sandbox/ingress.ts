/** Ingress of a sandbox: the settings that its node gets, and the traffic token of a private sandbox. */
import type { NodeIngress } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

type Described = Pick<SandboxRecord, 'sandboxId' | 'ingress'>

export function nodeIngress(deps: Pick<Deps, 'accessTokenOf'>, sandbox: Described): NodeIngress {
  const { maskRequestHost = '', httpsPorts = [] } = sandbox.ingress ?? {}
  return { trafficToken: trafficTokenOf(deps, sandbox) ?? '', maskRequestHost, httpsPorts }
}

/**
 * Undefined for a public sandbox. Derived from the seed of the access tokens; the input is distinct from every sandbox
 * id, so the two tokens never coincide.
 */
export function trafficTokenOf(
  { accessTokenOf }: Pick<Deps, 'accessTokenOf'>,
  { sandboxId, ingress }: Described,
): string | undefined {
  return ingress?.isPrivate === true ? accessTokenOf(`sandbox-traffic-${sandboxId}`) : undefined
}

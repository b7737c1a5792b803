/** How requests come into a sandbox: what its node is told of it, and the token of a private one. */
import type { NodeIngress } from '../../ports/orchestrator.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'

type Described = Pick<SandboxRecord, 'sandboxId' | 'ingress'>

export function nodeIngress(deps: Pick<Deps, 'accessTokenOf'>, sandbox: Described): NodeIngress {
  const { maskRequestHost = '', httpsPorts = [] } = sandbox.ingress ?? {}
  return { trafficToken: trafficTokenOf(deps, sandbox) ?? '', maskRequestHost, httpsPorts }
}

/** Undefined when anybody may send requests. From the seed of the other token: no sandbox has this for its id. */
export function trafficTokenOf(
  { accessTokenOf }: Pick<Deps, 'accessTokenOf'>,
  { sandboxId, ingress }: Described,
): string | undefined {
  return ingress?.isPrivate === true ? accessTokenOf(`sandbox-traffic-${sandboxId}`) : undefined
}

import { decideTcp, namedPorts, type TcpDecision } from '@cay/core/egress/decide.ts'
import { HostGuard } from '@cay/core/egress/host-guard.ts'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports.ts'
import type { Flow, AllowedRoute } from './connection.ts'
import type { NamedDestination } from './dial-name.ts'
import { countAllowed, type EgressContext, reportDenied } from './egress-context.ts'
import { intercept, mayIntercept } from './intercept.ts'
import { connectUpstream } from './connect-upstream.ts'
import { type FirstBytes, noFirstBytes, readFirstBytes } from './read-first-bytes.ts'
import { deniedResponse, sendPlainResponse } from './plain-response.ts'
import { relay } from './relay.ts'
import { ruledName } from './rules.ts'
import type { Sandbox } from './sandbox.ts'

/** Decides, dials and relays. Throws when the other side cannot be reached. */
export async function forwardConnection(context: EgressContext, sandbox: Sandbox, flow: Flow): Promise<void> {
  const first = await listen(context, sandbox, flow)
  const decision = decide(context, sandbox, flow.destination, first.name)
  if (decision.kind === 'refused') return refuse(context, sandbox, flow, first, decision.rule)
  countAllowed('tcp')
  const named = ruledName(sandbox, first.name)
  const host = mayIntercept(first) ? named : undefined
  flow.connection.allow(routeOf(sandbox, flow, { host, decision }))
  if (host !== undefined) {
    const target = ruledTarget(context, sandbox, flow, { host, decision })
    return await intercept(context, sandbox, { flow, first, host, target })
  }
  const signal = AbortSignal.any([flow.connection.signal, AbortSignal.timeout(bounds.dialMsMax)])
  const target =
    decision.by === 'name' ? { name: decision.name, port: flow.destination.port } : flow.destination
  const remote = await connectUpstream(context, sandbox, target, signal)
  if ('rule' in remote) return refuse(context, sandbox, flow, first, remote.rule)
  flow.connection.join(remote)
  const { socket } = remote
  const guarded = decision.by === 'name' ? first.head?.host : undefined
  await relay(
    flow.connection,
    { guest: flow.connection.guest, remote: socket },
    { first: first.bytes, inspector: guarded === undefined ? undefined : inspectorFor(guarded) },
  )

  function inspectorFor(host: string) {
    const onStopped = (rule: unknown) => {
      report(context, sandbox, flow, first, String(rule))
      return deniedResponse(host, String(rule))
    }
    return { guard: new HostGuard(host), onStopped }
  }
}

interface LetOut {
  readonly host: string | undefined
  readonly decision: TcpDecision & { kind: 'dial' }
}

/** Until it is dialled, where it leads is known only when its address let it out and no header rule has it dial a name. */
function routeOf({ rules }: Sandbox, { destination }: Flow, { host, decision }: LetOut): AllowedRoute {
  const { address, port } = destination
  const isNameDialled = decision.by === 'name' || host !== undefined
  return {
    name: decision.by === 'name' ? decision.name : undefined,
    address: isNameDialled ? undefined : address,
    ...{ port, rules, ruledHost: host },
  }
}

/**
 * Headers are for the host that the node finds under the name, also where the name is not what let the connection out:
 * then its addresses must be such as the sandbox may reach.
 */
function ruledTarget(
  context: EgressContext,
  sandbox: Sandbox,
  { destination: { port } }: Flow,
  { host, decision }: { host: string; decision: TcpDecision & { kind: 'dial' } },
): NamedDestination {
  if (decision.by === 'name') return { name: host, port }
  const refuseAddress = (address: string) => {
    const byAddress = decide(context, sandbox, { address, port }, undefined)
    return byAddress.kind === 'refused' ? byAddress.rule : undefined
  }
  return { name: host, port, refuse: refuseAddress }
}

/** The name is waited for only where it can matter: for the decision, for headers, or for saying what was refused. */
async function listen(context: EgressContext, sandbox: Sandbox, { connection, destination }: Flow): Promise<FirstBytes> {
  const protocol = namedPorts[destination.port]
  if (protocol === undefined) return noFirstBytes
  const isOpen = decide(context, sandbox, destination, undefined).kind === 'dial'
  const hasRules = (sandbox.rules?.sealed.ruleHosts.length ?? 0) > 0
  return isOpen && !sandbox.policy.hasDomains && !hasRules
    ? noFirstBytes
    : await readFirstBytes(connection.guest, protocol)
}

export function decide(
  context: EgressContext,
  sandbox: Sandbox,
  destination: Destination,
  name: string | undefined,
): TcpDecision {
  if (context.network.isOwnAddress(destination.address)) return { kind: 'refused', rule: 'address of the node' }
  return decideTcp(sandbox.policy, { ...destination, name })
}

async function refuse(
  context: EgressContext,
  sandbox: Sandbox,
  flow: Flow,
  first: FirstBytes,
  rule: string,
): Promise<void> {
  report(context, sandbox, flow, first, rule)
  if (first.head !== undefined) {
    const answer = deniedResponse(first.name ?? flow.destination.address, rule)
    await sendPlainResponse(flow.connection.guest, answer)
  }
}

function report(
  context: EgressContext,
  sandbox: Sandbox,
  { destination }: Flow,
  { name }: FirstBytes,
  rule: string,
): void {
  reportDenied(context, sandbox, { protocol: 'tcp', ...destination, name: name ?? '', rule })
}

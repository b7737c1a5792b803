import { namedPorts, type TcpDecision } from '@cay/core/egress/decide.ts'
import { HostGuard } from '@cay/core/egress/host-guard.ts'
import { bounds } from '../../bounds.ts'
import type { NamedDestination } from '../dns/dial-name.ts'
import { countAllowed } from '../egress-context.ts'
import { intercept, mayIntercept } from '../header-rules/intercept.ts'
import { ruledName } from '../header-rules/rules.ts'
import { connectUpstream } from './connect-upstream.ts'
import type { AllowedRoute } from './connection.ts'
import { deadlineOf, decideFlow, denyFlow, type Flow, pacersOf } from './flow.ts'
import { deniedResponse, sendPlainResponse } from './plain-response.ts'
import { type FirstBytes, noFirstBytes, readFirstBytes } from './read-first-bytes.ts'
import { type Inspector, relay } from './relay.ts'
import {
  decideSandboxUrlFlow,
  type SandboxUrlTarget,
  sandboxUrlProtocol,
  sandboxUrlTarget,
} from './sandbox-url.ts'

/** Decides, dials and relays. Throws when the other side cannot be reached. */
export async function forwardConnection(flow: Flow): Promise<void> {
  const { sandbox, connection, destination } = flow
  const first = await listen(flow)
  const url = sandboxUrlTarget(flow, first.name)
  const decision =
    url === undefined ? decideFlow(flow, { name: first.name }) : decideSandboxUrlFlow(flow, url)
  if (decision.kind === 'refused') return refuse(flow, first, decision.rule)
  countAllowed('tcp')
  const named = ruledName(sandbox, first.name)
  const host = mayIntercept(first) ? named : undefined
  connection.allow(routeOf(flow, { host, decision, url }))
  if (host !== undefined) {
    const target = url ?? ruledTarget(flow, { host, decision })
    return await intercept({ ...flow, first, host, target })
  }
  const target =
    url ?? (decision.by === 'name' ? { name: decision.name, port: destination.port } : destination)
  const upstream = await connectUpstream(flow, target, deadlineOf(flow, bounds.dialMsMax))
  if ('rule' in upstream) return refuse(flow, first, upstream.rule)
  connection.join(upstream)
  const guarded = decision.by === 'name' ? first.head?.host : undefined
  await relay(
    connection,
    { guest: connection.guest, remote: upstream.socket },
    {
      first: first.bytes,
      inspector: guarded === undefined ? undefined : inspectorFor(flow, first, guarded),
      pacers: pacersOf(flow),
    },
  )
}

function inspectorFor(flow: Flow, { name = '' }: FirstBytes, host: string): Inspector {
  const onStopped = (rule: unknown) => {
    denyFlow(flow, name, String(rule))
    return deniedResponse(host, String(rule))
  }
  return { guard: new HostGuard(host), onStopped }
}

interface Allowed {
  /** The host whose header rule holds for the connection. */
  readonly host: string | undefined
  readonly decision: TcpDecision & { kind: 'dial' }
  readonly url: SandboxUrlTarget | undefined
}

/** Until it is dialled, where it leads is known only when its address let it out and no header rule has it dial a name. */
function routeOf({ sandbox, destination }: Flow, { host, decision, url }: Allowed): AllowedRoute {
  const { address, port } = destination
  const isNameDialled = decision.by === 'name' || host !== undefined
  return {
    name: decision.by === 'name' ? decision.name : undefined,
    address: isNameDialled ? undefined : address,
    ...{ port, rules: sandbox.rules, ruledHost: host },
    ...(url === undefined ? {} : { sandboxUrl: { name: url.name, address } }),
  }
}

/**
 * Headers are for the host that the node finds under the name, also where the name is not what let the connection out:
 * then its addresses must be such as the sandbox may reach.
 */
function ruledTarget(
  flow: Flow,
  { host, decision }: Pick<Allowed, 'decision'> & { readonly host: string },
): NamedDestination {
  const { port } = flow.destination
  if (decision.by === 'name') return { name: host, port }
  const refuseAddress = (address: string) => {
    const byAddress = decideFlow(flow, { address })
    return byAddress.kind === 'refused' ? byAddress.rule : undefined
  }
  return { name: host, port, refuse: refuseAddress }
}

/** The name is waited for only where it can matter: for the decision, for headers, or for saying what was refused. */
async function listen(flow: Flow): Promise<FirstBytes> {
  const { sandbox, connection, destination } = flow
  const atProxy = sandboxUrlProtocol(flow)
  if (atProxy !== undefined) return await readFirstBytes(connection.guest, atProxy)
  const protocol = namedPorts[destination.port]
  if (protocol === undefined) return noFirstBytes
  const isOpen = decideFlow(flow).kind === 'dial'
  const hasRules = (sandbox.rules?.sealed.ruleHosts.length ?? 0) > 0
  return isOpen && !sandbox.policy.hasDomains && !hasRules
    ? noFirstBytes
    : await readFirstBytes(connection.guest, protocol)
}

async function refuse(flow: Flow, { head, name }: FirstBytes, rule: string): Promise<void> {
  denyFlow(flow, name ?? '', rule)
  if (head === undefined) return
  const response = deniedResponse(name ?? flow.destination.address, rule)
  await sendPlainResponse(flow.connection.guest, response)
}

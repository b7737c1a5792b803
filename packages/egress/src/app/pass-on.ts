import { decideTcp, namedPorts, type TcpDecision } from '@cay/core/egress/decide.ts'
import { HostGuard } from '@cay/core/egress/host-guard.ts'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports.ts'
import type { Connection } from './connection.ts'
import { dialName } from './dial-name.ts'
import { type Gate, reportDenied } from './gate.ts'
import { type FirstBytes, noFirstBytes, readFirstBytes } from './read-first-bytes.ts'
import { sendRefusal } from './refuse.ts'
import { relay } from './relay.ts'
import type { Sandbox } from './sandbox.ts'

export interface Flow {
  readonly connection: Connection
  readonly destination: Destination
}

/** Decides, dials and relays. Throws when the other side cannot be reached. */
export async function passOn(gate: Gate, sandbox: Sandbox, flow: Flow): Promise<void> {
  const first = await listen(gate, sandbox, flow)
  const decision = decide(gate, sandbox, flow.destination, first.name)
  if (decision.kind === 'refused') return refuse(gate, sandbox, flow, first, decision.rule)
  const signal = AbortSignal.any([flow.connection.signal, AbortSignal.timeout(bounds.dialMsMax)])
  const remote =
    decision.by === 'name'
      ? await dialName(gate, { name: decision.name, port: flow.destination.port }, signal)
      : await gate.outside.dial(flow.destination, signal)
  if ('rule' in remote) return refuse(gate, sandbox, flow, first, remote.rule)
  flow.connection.join(remote)
  const host = decision.by === 'name' ? first.head?.host : undefined
  const refusedLater = await relay(flow.connection, remote, {
    first: first.bytes,
    guard: host === undefined ? undefined : new HostGuard(host),
  })
  if (refusedLater !== undefined) report(gate, sandbox, flow, first, refusedLater)
}

/** The name is waited for only where it can matter: for the decision, or for saying what was refused. */
async function listen(gate: Gate, sandbox: Sandbox, { connection, destination }: Flow): Promise<FirstBytes> {
  const protocol = namedPorts[destination.port]
  if (protocol === undefined) return noFirstBytes
  const isOpen = decide(gate, sandbox, destination, undefined).kind === 'dial'
  return isOpen && !sandbox.policy.hasDomains
    ? noFirstBytes
    : await readFirstBytes(connection.guest, protocol)
}

function decide(
  gate: Gate,
  sandbox: Sandbox,
  destination: Destination,
  name: string | undefined,
): TcpDecision {
  if (gate.outside.isOwnAddress(destination.address)) return { kind: 'refused', rule: 'address of the node' }
  return decideTcp(sandbox.policy, { ...destination, name })
}

async function refuse(
  gate: Gate,
  sandbox: Sandbox,
  flow: Flow,
  first: FirstBytes,
  rule: string,
): Promise<void> {
  report(gate, sandbox, flow, first, rule)
  if (first.head !== undefined) {
    await sendRefusal(flow.connection.guest, first.name ?? flow.destination.address, rule)
  }
}

function report(
  gate: Gate,
  sandbox: Sandbox,
  { destination }: Flow,
  { name }: FirstBytes,
  rule: string,
): void {
  reportDenied(gate, sandbox, { protocol: 'tcp', ...destination, name: name ?? '', rule })
}

/** The upstream connection: directly to the destination, or through the proxy of the sandbox. */
import type { Socket } from 'node:net'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'
import type { Destination } from '../../ports/network.ts'
import { closedBy, dialName, findAddresses, type NamedDestination, type Refusal } from '../dns/dial-name.ts'
import type { EgressContext } from '../egress-context.ts'
import { openRules } from '../header-rules/rules.ts'
import type { UpstreamConnection } from './connection.ts'
import type { Flow } from './flow.ts'

/** Throws when connecting fails; never falls back to a connection without the proxy. */
export async function connectUpstream(
  { context, sandbox }: Flow,
  target: Destination | NamedDestination,
  signal: AbortSignal,
): Promise<UpstreamConnection | Refusal> {
  const { rules } = sandbox
  if (rules?.sealed.hasProxy === true) {
    const { proxy } = await openRules(context, sandbox, rules)
    if (proxy === undefined) throw new Error('no proxy, though the policy says so')
    return await connectThrough(context, { proxy, target }, signal)
  }
  if ('name' in target && target.proxyHost !== undefined) {
    const proxy = { address: target.proxyHost, port: target.port }
    return { socket: await context.network.dialSandboxUrl(proxy, signal), address: undefined }
  }
  if ('name' in target) return await dialName(context, target, signal)
  return { socket: await context.network.dial(target, signal), address: target.address }
}

async function connectThrough(
  context: EgressContext,
  { proxy, target }: { readonly proxy: EgressProxy; readonly target: Destination | NamedDestination },
  signal: AbortSignal,
): Promise<UpstreamConnection | Refusal> {
  const host = await hostFor(context, target, signal)
  if (typeof host !== 'string') return host
  const proxySocket = await dialProxy(context, proxy, signal)
  const socket = await context.network.passProxy(proxySocket, { proxy, host, port: target.port }, signal)
  return { socket, address: parseAddress(host) === undefined ? undefined : host }
}

/** An allowed name is resolved by the proxy. A name that was allowed by its address must not resolve to another. */
async function hostFor(
  context: EgressContext,
  target: Destination | NamedDestination,
  signal: AbortSignal,
): Promise<string | Refusal> {
  if (!('name' in target)) return target.address
  if (target.refuse === undefined) return target.name
  const found = await findAddresses(context, target, signal)
  return 'rule' in found ? found : (found[0] ?? target.name)
}

async function dialProxy(
  context: EgressContext,
  { host, port }: EgressProxy,
  signal: AbortSignal,
): Promise<Socket> {
  if (parseAddress(host) === undefined) {
    const reached = await dialName(context, { name: host, port }, signal)
    if ('rule' in reached) throw new Error(`the proxy cannot be used: ${reached.rule}`)
    return reached.socket
  }
  const rule = closedBy(context, host)
  if (rule !== undefined) throw new Error(`the proxy cannot be used: it is in ${rule}`)
  return await context.network.dial({ address: host, port }, signal)
}

import { closedRangeOf } from '@cay/core/egress/closed-ranges.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { bounds } from '../../bounds.ts'
import { resultCodes } from '../../dialect/dns-message.ts'
import type { UpstreamConnection } from '../connection/connection.ts'
import type { EgressContext } from '../egress-context.ts'

export interface NamedDestination {
  /** In its normal form. */
  readonly name: string
  readonly port: number
  /** Returns why an address of the name must not be used, in addition to closed ranges. */
  readonly refuse?: (address: string) => string | undefined
  /** Present for the URL of a sandbox of this installation: the proxy on this node is dialled, and the name is not resolved. */
  readonly proxyHost?: string
}

/** Why no connection is made, in text for people. */
export interface Refusal {
  readonly rule: string
}

/**
 * Resolves the name with the node's resolvers and connects; the address that the sandbox used does not count. Returns a rule
 * when all of its addresses are denied. Throws when it has none or connecting fails.
 */
export async function dialName(
  context: EgressContext,
  destination: NamedDestination,
  signal: AbortSignal,
): Promise<UpstreamConnection | Refusal> {
  const found = await findAddresses(context, destination, signal)
  return 'rule' in found ? found : await dialFirst(context, found, { port: destination.port, signal })
}

/** The name's addresses that may be dialled, at least one and at most so many as are tried. */
export async function findAddresses(
  context: EgressContext,
  { name, refuse }: NamedDestination,
  signal: AbortSignal,
): Promise<readonly string[] | Refusal> {
  const answer = await context.network.resolve({ name, type: 'A' }, signal)
  const found = answer.answers.flatMap((record) => (record.type === 'A' ? [record.data] : []))
  const ruleFor = (address: string) => closedBy(context, address) ?? refuse?.(address)
  const open = found.filter((address) => ruleFor(address) === undefined)
  if (answer.code !== resultCodes.ok || found.length === 0) throw new Error(`${name} has no IPv4 address`)
  if (open.length === 0) return { rule: `${name} leads to ${ruleFor(found[0] ?? '')}` }
  return open.slice(0, bounds.dialAddressesMax)
}

/** Why the address is closed to all sandboxes. */
export function closedBy({ network }: Pick<EgressContext, 'network'>, address: string): string | undefined {
  const number = parseAddress(address)
  if (number === undefined) return 'no IPv4 address'
  const range = closedRangeOf(number)
  if (range !== undefined) return `closed range ${range}`
  return network.isOwnAddress(address) ? 'an address of the node' : undefined
}

interface DialOptions {
  readonly port: number
  readonly signal: AbortSignal
}

async function dialFirst(
  context: EgressContext,
  addresses: readonly string[],
  { port, signal }: DialOptions,
): Promise<UpstreamConnection> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return { socket: await context.network.dial({ address, port }, signal), address }
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
    }
  }
  throw failure
}

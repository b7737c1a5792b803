import type { Socket } from 'node:net'
import { closedRangeOf } from '@cay/core/egress/closed-ranges.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import { bounds } from '../bounds.ts'
import { resultCodes } from '../dialect/dns-message.ts'
import type { Gate } from './gate.ts'

export interface NamedDestination {
  /** In its normal form. */
  readonly name: string
  readonly port: number
}

/**
 * Connects to the name as the node's resolvers know it; what the sandbox took it for does not count. A rule comes back
 * when the name leads only where no sandbox may go. Throws when it leads nowhere or nobody answers there.
 */
export async function dialName(
  gate: Gate,
  { name, port }: NamedDestination,
  signal: AbortSignal,
): Promise<Socket | { readonly rule: string }> {
  const answer = await gate.outside.resolve({ name, type: 'A' }, signal)
  const found = answer.answers.flatMap((record) => (record.type === 'A' ? [record.data] : []))
  const open = found.filter((address) => closedBy(gate, address) === undefined)
  if (answer.code !== resultCodes.ok || found.length === 0) throw new Error(`${name} has no IPv4 address`)
  if (open.length === 0) return { rule: `${name} leads to ${closedBy(gate, found[0] ?? '')}` }
  return await dialFirst(gate, open.slice(0, bounds.dialAddressesMax), { port, signal })
}

/** Why no sandbox may reach the address. */
export function closedBy({ outside }: Pick<Gate, 'outside'>, address: string): string | undefined {
  const number = parseAddress(address)
  if (number === undefined) return 'no IPv4 address'
  const range = closedRangeOf(number)
  if (range !== undefined) return `closed range ${range}`
  return outside.isOwnAddress(address) ? 'an address of the node' : undefined
}

interface DialOptions {
  readonly port: number
  readonly signal: AbortSignal
}

async function dialFirst(
  gate: Gate,
  addresses: readonly string[],
  { port, signal }: DialOptions,
): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await gate.outside.dial({ address, port }, signal)
    } catch (error) {
      if (signal.aborted) throw error
      failure = error
    }
  }
  throw failure
}

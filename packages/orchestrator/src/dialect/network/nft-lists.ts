/**
 * The nft elements of the egress lists of one sandbox: two sets and a chain of its own, found by its address. A change of one
 * shared set would rebuild the elements of all sandboxes.
 */
import { installationName } from './slot-plan.ts'

/** The egress lists of a sandbox for packets other than TCP. Ranges are "first-last" and disjoint. */
export interface PacketPolicy {
  readonly address: string
  readonly allowed: readonly string[]
  readonly denied: readonly string[]
}

/** The map from addresses to chains. */
export const listsMap = 'lists'

/** Sets, chains and elements of the map, for the text of a whole table. */
export function renderLists(policies: readonly PacketPolicy[]): {
  readonly sets: string
  readonly chains: string
  readonly elements: string
} {
  const some = policies.filter((policy) => !isEmptyPolicy(policy))
  const sets = some.flatMap(({ address, ...policy }) =>
    setNames.map((set) => `  set ${set}_${address} {\n    ${shapeOfSet}${elementsOf(policy[set])}\n  }\n`),
  )
  const chains = some.map(({ address }) => `  ${chainBlock(address).replaceAll('\n', '\n  ')}\n`)
  const elements = some.map(({ address }) => elementOf(address))
  return {
    sets: sets.join('\n'),
    chains: chains.join('\n'),
    elements: elements.length === 0 ? '' : `\n    elements = { ${elements.join(', ')} }`,
  }
}

/**
 * One transaction that replaces the lists of a sandbox; empty when both are. Sets are created again as a whole, because adding
 * to a set compares with all of its elements.
 */
export function renderPolicyChange(installation: number, before: PacketPolicy, after: PacketPolicy): string {
  const table = `inet ${installationName(installation)}`
  if (isEmptyPolicy(after)) return isEmptyPolicy(before) ? '' : removal(table, before.address)
  return isEmptyPolicy(before)
    ? lines([`add chain ${table} ${chainOf(after)}`], filling(table, after), [
        `add element ${table} ${listsMap} { ${elementOf(after.address)} }`,
      ])
    : lines(emptying(table, before.address), filling(table, after))
}

export function isEmptyPolicy({ allowed, denied }: PacketPolicy): boolean {
  return allowed.length === 0 && denied.length === 0
}

/** As the kernel lists it, without the indent of a table. */
export function chainBlock(address: string): string {
  return `chain lists_${address} {\n\t${rulesOf(address).join('\n\t')}\n}`
}

const setNames = ['allowed', 'denied'] as const
const shapeOfSet = 'type ipv4_addr; flags interval'

function rulesOf(address: string): string[] {
  return [`ip daddr @allowed_${address} accept`, `ip daddr @denied_${address} goto refuse`, 'accept']
}

function elementOf(address: string): string {
  return `${address} : goto lists_${address}`
}

function chainOf({ address }: Pick<PacketPolicy, 'address'>): string {
  return `lists_${address}`
}

function filling(table: string, policy: PacketPolicy): string[] {
  const { address } = policy
  return [
    ...setNames.map((set) => {
      const elements = policy[set].length === 0 ? '' : ` elements = { ${policy[set].join(', ')} };`
      return `add set ${table} ${set}_${address} { ${shapeOfSet};${elements} }`
    }),
    ...rulesOf(address).map((rule) => `add rule ${table} ${chainOf(policy)} ${rule}`),
  ]
}

/** The chain stays, and the way to it. */
function emptying(table: string, address: string): string[] {
  return [
    `flush chain ${table} ${chainOf({ address })}`,
    ...setNames.map((set) => `delete set ${table} ${set}_${address}`),
  ]
}

function removal(table: string, address: string): string {
  const chain = chainOf({ address })
  const [flush = '', ...deleted] = emptying(table, address)
  return lines([
    `delete element ${table} ${listsMap} { ${address} }`,
    flush,
    `delete chain ${table} ${chain}`,
    ...deleted,
  ])
}

function elementsOf(ranges: readonly string[]): string {
  return ranges.length === 0 ? '' : `\n    elements = { ${ranges.join(', ')} }`
}

function lines(...groups: readonly (readonly string[])[]): string {
  return `${groups.flat().join('\n')}\n`
}

/**
 * Splits the table as the kernel lists it into the common part and the chains of sandboxes with lists. Their sets are left
 * out, because their elements change.
 */
export function partListing(listing: string): { readonly common: string; readonly chains: string[] } {
  const chains: string[] = []
  const common = listing.replaceAll(ownBlock, (block: string, kind: string) => {
    if (kind === 'chain lists') chains.push(block.trim().replaceAll('\n\t', '\n'))
    return ''
  })
  return { common, chains: chains.sort() }
}

const ownBlock = /\n\t(set allowed|set denied|chain lists)_\d[\d.]* \{\n(?:\t\t.*\n)*\t\}\n/g

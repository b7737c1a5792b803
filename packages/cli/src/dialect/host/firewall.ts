/** Chains that drop forwarded packets by default, read from what nft and iptables print. */

/** From `nft --json list chains`; our own tables are skipped by the prefix of their name. */
export function findDroppingChains(nftJson: string, ownPrefix: string): string[] {
  const parsed: unknown = JSON.parse(nftJson)
  if (!isObject(parsed) || !Array.isArray(parsed.nftables)) return []
  return parsed.nftables.flatMap((entry: unknown) => {
    const chain = isObject(entry) ? entry.chain : undefined
    if (!isObject(chain) || chain.hook !== 'forward' || chain.policy !== 'drop') return []
    const table = String(chain.table)
    return table.startsWith(ownPrefix) ? [] : [`${String(chain.family)} ${table} ${String(chain.name)}`]
  })
}

/** From `iptables-legacy -S FORWARD`, whose rules nft does not show. */
export function legacyForwardDrops(rules: string): boolean {
  return /^-P FORWARD DROP$/m.test(rules)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

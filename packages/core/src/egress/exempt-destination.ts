/**
 * Destinations that the node's operator named, for the node's own work: they may lie in closed ranges. An exemption holds
 * for these ports of these addresses, never for a range, and no sandbox ever has one.
 */
export interface ExemptDestination {
  /** As it is asked for: a name in lower case, or an IPv4 address in the dotted form. */
  readonly host: string
  readonly port: number
  /** The host's IPv4 addresses, as the node itself resolves it. */
  readonly addresses: readonly string[]
}

export function isExempt(
  exempt: readonly ExemptDestination[],
  { address, port }: { readonly address: string; readonly port: number },
): boolean {
  return exempt.some((one) => one.port === port && one.addresses.includes(address))
}

/** What the name resolves to; undefined for a name without an exemption, which is resolved as any other is. */
export function exemptAddresses(
  exempt: readonly ExemptDestination[],
  name: string,
): readonly string[] | undefined {
  const found = exempt.filter(({ host }) => host === name).flatMap(({ addresses }) => addresses)
  return found.length === 0 ? undefined : [...new Set(found)]
}

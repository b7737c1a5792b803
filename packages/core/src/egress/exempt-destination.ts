/**
 * Destinations that the operator exempts from closed ranges, for image pulls of the node. An exemption is for one port of
 * some addresses, never for a range, and no sandbox ever has one.
 */
export interface ExemptDestination {
  /** As clients request it: a name in lower case, or an IPv4 address in dotted form. */
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

/** The addresses of an exempt name; undefined for any other name, which is resolved as usual. */
export function exemptAddresses(
  exempt: readonly ExemptDestination[],
  name: string,
): readonly string[] | undefined {
  const found = exempt.filter(({ host }) => host === name).flatMap(({ addresses }) => addresses)
  return found.length === 0 ? undefined : [...new Set(found)]
}

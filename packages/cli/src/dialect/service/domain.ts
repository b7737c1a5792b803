/** A domain for sandboxes in one step: what the option sets, and how names below it come to resolve. */

type Environment = Readonly<Record<string, string | undefined>>

/** `--domain` stands for CAY_DOMAIN, with TLS unless the environment says otherwise. */
export function withDomain(env: Environment, domain: string | undefined): Environment {
  if (domain === undefined) return env
  return { ...env, CAY_DOMAIN: domain, CAY_TLS: env.CAY_TLS || 'auto' }
}

/** What is said at such a start: a domain of the settings that does not count now is not passed over in silence. */
export function describeDomain(
  domain: string,
  { before, tls }: { readonly before: string | undefined; readonly tls: string | undefined },
): string {
  const instead = before === undefined || before === '' || before === domain ? '' : ` instead of ${before}`
  return `--domain holds for this start${instead}; for every start set CAY_DOMAIN=${domain} and CAY_TLS=${tls}`
}

/** Names of the kinds that clients resolve. No sandbox has the second. */
export function namesBelow(domain: string): readonly string[] {
  return [`api.${domain}`, `49983-none.${domain}`]
}

/** The package of Debian that lets the system's resolver answer for all names below localhost. */
export const namesPackage = 'libnss-myhostname'

export const isBelowLocalhost = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost')

export function remedyForNames(domain: string): string {
  return isBelowLocalhost(domain)
    ? `\`apt-get install ${namesPackage}\` makes all names below localhost resolve to the machine itself`
    : `make a wildcard record *.${domain} in DNS that points to this machine, or use a name below localhost, such as cay.localhost, for clients on this machine alone`
}

import type { FastifyRequest } from 'fastify'

/**
 * Scheme and host, with its port, by which the client reached this server: what every absolute URL in a response begins
 * with. The name of the domain is served over TLS, which ends at the proxy, so the connection does not tell the scheme.
 */
export function publicOrigin(
  domain: string | null,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  const isOfDomain = domain !== null && host.toLowerCase() === `api.${domain.toLowerCase()}`
  return `${isOfDomain ? 'https' : protocol}://${host}`
}

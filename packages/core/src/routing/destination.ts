/**
 * Resolves the sandbox and port of a request: from the left-most label of Host (`<port>-<id>.<anything>`) or, on hosts
 * that all sandboxes share, from the routing headers. Host decides between the two, so that a page served by one sandbox
 * cannot reach another by setting headers.
 */
import { routingHeaderPrefixes } from '@cay/contract/names.ts'
import { headerValue, headerValues, type RawHeaders } from './raw-headers.ts'

export interface Destination {
  readonly sandboxId: string
  /** 1 to 65535. */
  readonly port: number
}

export type DestinationRefusal = 'host_invalid' | 'header_missing' | 'sandbox_id_invalid' | 'port_invalid'

export type DestinationDecision =
  | { readonly kind: 'resolved'; readonly destination: Destination }
  | { readonly kind: 'refused'; readonly reason: DestinationRefusal }

/** `domain` is the base domain of sandbox URLs, in lower case. */
export function resolveDestination(headers: RawHeaders, domain?: string): DestinationDecision {
  const hosts = headerValues(headers, 'host')
  const hostname = hosts.length === 1 ? readHostname(hosts[0] ?? '') : undefined
  if (hostname === undefined) return refused('host_invalid')
  if (isSharedHost(hostname, domain)) {
    const routing = readRoutingHeaders(headers)
    if (routing !== undefined) return destinationOf(routing.id, routing.port, 'header_missing')
  }
  return destinationOfHost(hostname)
}

/** The request is to a host that names a sandbox, and not to one that all of them share. */
export function hasSandboxHost(headers: RawHeaders): boolean {
  const hosts = headerValues(headers, 'host')
  const hostname = hosts.length === 1 ? readHostname(hosts[0] ?? '') : undefined
  return hostname !== undefined && destinationOfHost(hostname).kind === 'resolved'
}

const namePattern = /^[a-z0-9_.-]+$/i
const ipv4Pattern = /^\d{1,3}(?:\.\d{1,3}){3}$/
const ipv6Pattern = /^\[[0-9a-f:.]+\]$/i
const idPattern = /^[a-z0-9]+$/
const portPattern = /^\d{1,5}$/

/** The name or address in a Host header, without its port; undefined when it is invalid. */
function readHostname(host: string): string | undefined {
  const hostname = /^(\[[^\]]*\]|[^:]*)(?::\d{0,5})?$/.exec(host)?.[1]
  if (hostname === undefined) return undefined
  return namePattern.test(hostname) || ipv6Pattern.test(hostname) ? hostname : undefined
}

/**
 * Names of the installation, and IP addresses. A foreign name that resolves here is not shared, `sandbox.` or not: a
 * page on it would reach every sandbox as its own origin.
 */
function isSharedHost(hostname: string, domain = localName): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return (
    name === localName ||
    name === domain ||
    name === `sandbox.${domain}` ||
    ipv4Pattern.test(name) ||
    ipv6Pattern.test(name)
  )
}

const localName = 'localhost'

interface RoutingHeaders {
  readonly id: string | undefined
  readonly port: string | undefined
}

/** The headers with the first prefix that is present; an empty value counts as absent. */
function readRoutingHeaders(headers: RawHeaders): RoutingHeaders | undefined {
  for (const prefix of routingHeaderPrefixes) {
    const id = headerValue(headers, `${prefix.toLowerCase()}-sandbox-id`) || undefined
    const port = headerValue(headers, `${prefix.toLowerCase()}-sandbox-port`) || undefined
    if (id !== undefined || port !== undefined) return { id, port }
  }
  return undefined
}

/** Further parts of the label, after a second dash, are ignored. */
function destinationOfHost(hostname: string): DestinationDecision {
  const dot = hostname.indexOf('.')
  if (dot === -1) return refused('host_invalid')
  const [port, id] = hostname.slice(0, dot).split('-')
  return destinationOf(id, port, 'host_invalid')
}

function destinationOf(
  sandboxId: string | undefined,
  portText: string | undefined,
  whenAbsent: DestinationRefusal,
): DestinationDecision {
  if (sandboxId === undefined || portText === undefined) return refused(whenAbsent)
  if (!idPattern.test(sandboxId)) return refused('sandbox_id_invalid')
  const port = Number(portText)
  if (!portPattern.test(portText) || port < 1 || port > 65535) return refused('port_invalid')
  return { kind: 'resolved', destination: { sandboxId, port } }
}

function refused(reason: DestinationRefusal): DestinationDecision {
  return { kind: 'refused', reason }
}

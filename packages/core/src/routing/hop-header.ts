/**
 * The header that a proxy adds to a request for the proxy of another node. Its presence means nothing: only the
 * listener for other proxies reads it, and that listener knows its callers by their certificates. Clients' own headers
 * of that name are removed.
 */
import { parseMemberUri } from '../cluster/member-uri.ts'
import type { Destination } from './destination.ts'

export interface Hop {
  /** As the first proxy resolved it: the settings of the second one may differ. */
  readonly destination: Destination
  /** Of the placement by which the request was sent here. */
  readonly epoch: bigint
  /** Number of the client's connection: requests of two clients never share a connection into a sandbox. */
  readonly client: number
  /** The body is sent when the request is forwarded into the sandbox, which a 100 response tells. */
  readonly awaitsForwarding: boolean
}

export function renderHop({ destination, epoch, client, awaitsForwarding }: Hop): string {
  const { sandboxId, port } = destination
  return `${sandboxId} ${port} ${epoch} ${client} ${awaitsForwarding ? 1 : 0}`
}

const hopPattern = /^([a-z0-9]+) (\d{1,5}) (\d{1,20}) (\d{1,16}) ([01])$/

/** Undefined for anything that `renderHop` does not write. */
export function parseHop(text: string): Hop | undefined {
  const [, sandboxId, port, epoch, client, awaitsForwarding] = hopPattern.exec(text) ?? []
  if (sandboxId === undefined || epoch === undefined) return undefined
  const destination = { sandboxId, port: Number(port) }
  if (destination.port < 1 || destination.port > 65_535) return undefined
  return {
    destination,
    epoch: BigInt(epoch),
    client: Number(client),
    awaitsForwarding: awaitsForwarding === '1',
  }
}

/** What comes before a URI among alternative names, as OpenSSL prints them. */
const uriMark = 'URI:'

/**
 * The node that a certificate of a proxy was issued for; undefined for certificates of any other use, and for one with
 * another name beside it. `alternativeNames` as OpenSSL prints them, with commas between.
 */
export function proxyNodeId(alternativeNames: string | undefined): string | undefined {
  if (!alternativeNames?.startsWith(uriMark)) return undefined
  const member = parseMemberUri(alternativeNames.slice(uriMark.length))
  return member?.kind === 'proxy' ? member.nodeId : undefined
}

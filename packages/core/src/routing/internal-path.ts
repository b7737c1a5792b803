/**
 * Paths of envd that only the orchestrator may call. The match is wider than any router: every spelling that could be
 * taken for such a path matches.
 */
import { limits } from '@cay/contract/limits.ts'
import { internalDaemonPaths } from '@cay/contract/names.ts'

/** Percent-encoding is decoded at most this often; a server does it once. */
const decodeRoundsMax = 3

export function isInternalRequest(port: number, requestTarget: string): boolean {
  return port === limits.daemonPort && isInternalPath(requestTarget)
}

export function isInternalPath(requestTarget: string): boolean {
  const path = cleanPath(requestTarget)
  return internalDaemonPaths.some((internal) => internal === path)
}

/** The path without query, with percent-encoding, empty and dot segments, parameters and a trailing slash removed. */
export function cleanPath(requestTarget: string): string {
  const segments: string[] = []
  for (const segment of decoded(pathOf(requestTarget)).split(/[/\\]+/)) {
    const name = segment.replace(/[;\0].*$/s, '').trim()
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name.toLowerCase())
  }
  return `/${segments.join('/')}`
}

/** The path of a request target as the client wrote it. */
export function pathOf(requestTarget: string): string {
  return requestTarget.replace(/[?#].*$/s, '')
}

function decoded(path: string): string {
  let current = path
  for (let round = 0; round < decodeRoundsMax; round++) {
    const next = current.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (next === current) break
    current = next
  }
  return pathOf(current)
}

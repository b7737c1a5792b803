/**
 * The denials of one sandbox, newest last. A repeated denial is only counted, so that a loop in a sandbox cannot push others
 * out. The list is bounded, and so is the rate of log lines about it.
 */
export type DeniedProtocol = 'tcp' | 'udp' | 'icmp' | 'other' | 'dns'

export interface Denied {
  readonly protocol: DeniedProtocol
  /** Empty for a DNS query. */
  readonly address: string
  /** 0 for protocols without ports. */
  readonly port: number
  /** Empty when no name is known. */
  readonly name: string
  readonly rule: string
}

export interface Denial extends Denied {
  readonly firstAtMs: number
  lastAtMs: number
  count: number
}

export interface DenialList {
  readonly denials: Map<string, Denial>
  /** Number of denials that were evicted by newer ones. */
  dropped: number
  linesInWindow: number
  windowEndsAtMs: number
}

export const denialsMax = 256
/** Longer names are cut to this many characters. */
const nameLengthMax = 253
export const denialLinesPerWindow = 60
export const denialWindowMs = 60_000

export function emptyDenialList(): DenialList {
  return { denials: new Map(), dropped: 0, linesInWindow: 0, windowEndsAtMs: 0 }
}

/** Returns the denial when it is new and the rate limit permits a log line. */
export function recordDenial(list: DenialList, denied: Denied, atMs: number, count = 1): Denial | undefined {
  const name = denied.name.slice(0, nameLengthMax)
  const key = JSON.stringify([denied.protocol, denied.address, denied.port, name, denied.rule])
  const known = list.denials.get(key)
  if (known !== undefined) {
    known.count += count
    known.lastAtMs = atMs
    return undefined
  }
  const denial = { ...denied, name, firstAtMs: atMs, lastAtMs: atMs, count }
  list.denials.set(key, denial)
  for (const oldest of list.denials.keys()) {
    if (list.denials.size <= denialsMax) break
    list.denials.delete(oldest)
    list.dropped += 1
  }
  return takeLine(list, atMs) ? denial : undefined
}

/** Whether the rate limit permits another log line about the sandbox. */
export function takeLine(list: DenialList, atMs: number): boolean {
  if (atMs >= list.windowEndsAtMs) {
    list.linesInWindow = 0
    list.windowEndsAtMs = atMs + denialWindowMs
  }
  list.linesInWindow += 1
  return list.linesInWindow <= denialLinesPerWindow
}

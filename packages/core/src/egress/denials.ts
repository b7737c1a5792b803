/**
 * What was refused to one sandbox, newest last. The same refusal again only counts, so that a loop in a sandbox cannot
 * push the others out; the list is bounded, and so is how many of them are worth a line in the log.
 */
export type DeniedProtocol = 'tcp' | 'udp' | 'icmp' | 'other' | 'dns'

export interface Denied {
  readonly protocol: DeniedProtocol
  /** Empty when a name was asked for. */
  readonly address: string
  /** 0 where there are none. */
  readonly port: number
  /** Empty when none is known. */
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
  /** Denials that had to make room for newer ones. */
  dropped: number
  linesInWindow: number
  windowEndsAtMs: number
}

export const denialsMax = 256
/** Characters kept of a name. */
const nameLengthMax = 253
export const denialLinesPerWindow = 60
export const denialWindowMs = 60_000

export function emptyDenialList(): DenialList {
  return { denials: new Map(), dropped: 0, linesInWindow: 0, windowEndsAtMs: 0 }
}

/** Returns the denial when it is new and its line in the log is within bounds. */
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

/** Whether one more line about the sandbox is within bounds, whatever it says. */
export function takeLine(list: DenialList, atMs: number): boolean {
  if (atMs >= list.windowEndsAtMs) {
    list.linesInWindow = 0
    list.windowEndsAtMs = atMs + denialWindowMs
  }
  list.linesInWindow += 1
  return list.linesInWindow <= denialLinesPerWindow
}

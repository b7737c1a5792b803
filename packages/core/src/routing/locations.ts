/**
 * Where the sandboxes of a cluster are, as control told, and what a proxy does with a request by that. What is
 * remembered may be old: the owner of a sandbox refuses a request for one that it has no more, so an old entry costs a
 * hop and never leads to a wrong response.
 */
import type { Route } from './phase.ts'

export interface NodeLocation {
  readonly kind: 'on_node'
  readonly nodeId: string
  /** host:port at which the node's proxy serves other proxies. */
  readonly address: string
  /** Of the placement: a higher one is newer. */
  readonly epoch: bigint
}

export type Location =
  | NodeLocation
  | { readonly kind: 'paused' }
  /** It is being placed on a node. */
  | { readonly kind: 'placing' }
  /** It is on a node that control has not heard of for a while. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'not_found' }

export function isSamePlacement(one: NodeLocation, other: NodeLocation | undefined): boolean {
  return one.nodeId === other?.nodeId && one.epoch === other.epoch
}

/**
 * `own`: the proxy's own table decides, as on a single machine. `locate`: control knows where the sandbox is. A paused
 * sandbox in the own table may have been resumed elsewhere.
 */
export function decideOwner(own: Route | undefined): 'own' | 'locate' {
  return own === undefined || own.phase === 'paused' ? 'locate' : 'own'
}

export type LocatedDecision =
  /** The sandbox is on this node, whose table may not show it yet. */
  | { readonly kind: 'own' }
  | { readonly kind: 'hop'; readonly location: NodeLocation }
  /** Control is to resume it, on a node that it chooses. */
  | { readonly kind: 'resume' }
  /** Control is to be asked again, a moment later. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'refused'; readonly refusal: 'not_found' | 'unreachable' }

export function decideLocated(location: Location, ownNodeId: string): LocatedDecision {
  switch (location.kind) {
    case 'on_node':
      return location.nodeId === ownNodeId ? { kind: 'own' } : { kind: 'hop', location }
    case 'paused':
      return { kind: 'resume' }
    case 'placing':
      return { kind: 'wait' }
    case 'unreachable':
    case 'not_found':
      return { kind: 'refused', refusal: location.kind }
  }
}

export interface LocationCache {
  /** The least recently used first. */
  readonly known: Map<string, NodeLocation>
  readonly knownMax: number
  /** Ids that control did not know, and until when nobody asks again; the oldest first. */
  readonly missing: Map<string, number>
  readonly missingMax: number
  readonly missingMs: number
}

export type LocationCacheBounds = Pick<LocationCache, 'knownMax' | 'missingMax' | 'missingMs'>

export function emptyLocationCache(bounds: LocationCacheBounds): LocationCache {
  return { ...bounds, known: new Map(), missing: new Map() }
}

/** Undefined when control is to be asked. */
export function recallLocation(cache: LocationCache, sandboxId: string, nowMs: number): Location | undefined {
  const { known, missing } = cache
  const location = known.get(sandboxId)
  if (location !== undefined) {
    known.delete(sandboxId)
    known.set(sandboxId, location)
    return location
  }
  const untilMs = missing.get(sandboxId)
  if (untilMs === undefined) return undefined
  if (nowMs < untilMs) return { kind: 'not_found' }
  missing.delete(sandboxId)
  return undefined
}

/**
 * Remembers what control told, and returns the newest that is known. Only a node and the absence of a sandbox are
 * remembered: every other state may end at any moment, by a call that its caller knows to have succeeded.
 */
export function rememberLocation(
  cache: LocationCache,
  { sandboxId, location, nowMs }: { sandboxId: string; location: Location; nowMs: number },
): Location {
  const { known, missing, knownMax, missingMax, missingMs } = cache
  const before = known.get(sandboxId)
  // The response to an earlier question may come later.
  if (before !== undefined && location.kind === 'on_node' && location.epoch < before.epoch) return before
  known.delete(sandboxId)
  missing.delete(sandboxId)
  if (location.kind === 'on_node') putBounded(known, knownMax, [sandboxId, location])
  if (location.kind === 'not_found') putBounded(missing, missingMax, [sandboxId, nowMs + missingMs])
  return location
}

/** The owner has refused a request that was sent by this location, or cannot be reached. */
export function forgetLocation({ known }: LocationCache, sandboxId: string, location: NodeLocation): void {
  const before = known.get(sandboxId)
  if (before?.nodeId === location.nodeId && before.epoch <= location.epoch) known.delete(sandboxId)
}

function putBounded<V>(map: Map<string, V>, sizeMax: number, [key, value]: [string, V]): void {
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= sizeMax) map.delete(oldest)
  map.set(key, value)
}

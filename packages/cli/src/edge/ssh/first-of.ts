import { once } from 'node:events'
import type { Stream } from 'node:stream'

/** Resolves with the first of these events, and listens for none of the others any longer. Throws what a stream fails with. */
export async function firstOf(...events: readonly (readonly [Stream, string])[]): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race(events.map(([stream, name]) => once(stream, name, { signal })))
  } finally {
    waiting.abort()
  }
}

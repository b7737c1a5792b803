/** Lookups by id at a constant rate, whether or not the former ones are answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@cay/control/ports/store.ts'

export const perSecond = 5_000

export interface Located {
  /** Milliseconds from the moment when each lookup was due to its answer. */
  readonly samples: readonly number[]
  readonly endedMs: number
}

export const sandboxIdAt = (index: number) => `i${String(index).padStart(20, '0')}`

/**
 * Throws when a lookup fails. It keeps nothing of a lookup but
 * its time: promises that live until the end would make the garbage collector's pauses longer than the lookups.
 */
export async function requestAtRate(
  store: Pick<Store, 'locateSandbox'>,
  rows: number,
  duration: number,
): Promise<Located> {
  const samples = new Float64Array(perSecond * duration)
  const over = Promise.withResolvers<void>()
  let answered = 0
  const lookUp = async (dueMs: number) => {
    const found = await store.locateSandbox(sandboxIdAt(Math.floor(Math.random() * rows)))
    if (found === undefined) throw new Error('a sandbox that is there was not found')
    samples[answered++] = performance.now() - dueMs
    if (answered === samples.length) over.resolve()
  }
  const startedMs = performance.now()
  const sendAll = async () => {
    for (let sent = 0; sent < samples.length; await sleep(1)) {
      const due = Math.min(((performance.now() - startedMs) * perSecond) / 1000, samples.length)
      for (; sent < due; sent++) lookUp(startedMs + (sent * 1000) / perSecond).catch(over.reject)
    }
  }
  await Promise.all([sendAll(), over.promise])
  return { samples: [...samples], endedMs: performance.now() - startedMs }
}

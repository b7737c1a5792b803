/**
 * Lookups by key that arrive at once become one query: at thousands a second, a query for each would cost the process and the
 * server more than the rows do, and lookups would wait for connections. A lookup is answered by a query that was sent
 * after it, so it sees whatever was committed before.
 */
import { setImmediate as afterWhatHasArrived } from 'node:timers/promises'

/** Queries in progress; what arrives meanwhile goes with the next one. The other connections are for writes. */
const queriesMax = 4
/** Keys of one query. */
const keysMax = 500

type Lookup<Row> = (key: string) => Promise<Row | undefined>
/** Rows in any order; a key without a row has none. */
type ReadMany<Row> = (keys: readonly string[]) => Promise<readonly Row[]>

export function gatherLookups<Row>(readMany: ReadMany<Row>, keyOf: (row: Row) => string): Lookup<Row> {
  const waiting = new Map<string, PromiseWithResolvers<Row | undefined>>()
  let queries = 0

  async function answerWaiting(): Promise<void> {
    // Requests that are in the sockets already come along.
    await afterWhatHasArrived()
    while (waiting.size > 0) {
      const asked = [...waiting].slice(0, keysMax)
      for (const [key] of asked) waiting.delete(key)
      await answer(asked)
    }
    queries -= 1
  }

  async function answer(asked: readonly (readonly [string, PromiseWithResolvers<Row | undefined>])[]) {
    try {
      const rows = await readMany(asked.map(([key]) => key))
      const found = new Map(rows.map((row) => [keyOf(row), row]))
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of asked) reject(error)
    }
  }

  return (key) => {
    const known = waiting.get(key)
    if (known !== undefined) return known.promise
    const lookup = Promise.withResolvers<Row | undefined>()
    waiting.set(key, lookup)
    if (queries < queriesMax) {
      queries += 1
      void answerWaiting()
    }
    return lookup.promise
  }
}

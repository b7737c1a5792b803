/**
 * Caches recently used keys and teams, because every request needs both. An entry is kept until one of them is written,
 * by this process or by another that says so, and never longer than its maximum age. Misses are not cached.
 */
import type { Store } from '../../../ports/store.ts'
import type { ApiKeyRecord, Team } from '../../../ports/team.ts'

/** Maximum number of entries per cache; when it is exceeded, all are evicted. */
const entriesMax = 1_000

type Part = Pick<
  Store,
  | 'findApiKey'
  | 'findTeam'
  | 'setTeamLimits'
  | 'setTeamNodeLabels'
  | 'renameApiKey'
  | 'removeApiKey'
  | 'markApiKeyUsed'
>

export interface SharedCache {
  /** How long in milliseconds an entry may be outdated when a message of another process is lost. */
  readonly ageMsMax: number
  /** Tells the other processes. */
  readonly publish: () => Promise<void>
  /** Calls back when another process has written. */
  readonly subscribe: (forget: () => void) => void
}

/** `shared`: absent where this process is the only writer. */
export function withKeyCache<Kept extends Part>(part: Kept, shared?: SharedCache): Kept {
  const keys = new Cache<ApiKeyRecord>(shared?.ageMsMax)
  const teams = new Cache<Team>(shared?.ageMsMax)
  const forget = () => {
    for (const known of [keys, teams]) known.forget()
  }
  shared?.subscribe(forget)
  const writing = async <T>(write: () => Promise<T>): Promise<T> => {
    forget()
    try {
      return await write()
    } finally {
      forget()
    }
  }
  const publishing = async <T>(write: () => Promise<T>): Promise<T> => {
    const result = await writing(write)
    await shared?.publish()
    return result
  }
  return {
    ...part,
    findApiKey: (hash: string) => keys.find(hash, () => part.findApiKey(hash)),
    findTeam: (teamId: string) => teams.find(teamId, () => part.findTeam(teamId)),
    setTeamLimits: (...args: Parameters<Part['setTeamLimits']>) =>
      publishing(() => part.setTeamLimits(...args)),
    setTeamNodeLabels: (...args: Parameters<Part['setTeamNodeLabels']>) =>
      publishing(() => part.setTeamNodeLabels(...args)),
    renameApiKey: (...args: Parameters<Part['renameApiKey']>) => publishing(() => part.renameApiKey(...args)),
    removeApiKey: (...args: Parameters<Part['removeApiKey']>) => publishing(() => part.removeApiKey(...args)),
    markApiKeyUsed: (...args: Parameters<Part['markApiKeyUsed']>) =>
      writing(() => part.markApiKeyUsed(...args)),
  }
}

class Cache<T> {
  readonly #found = new Map<string, { readonly value: T; readonly readAtMs: number }>()
  readonly #ageMsMax: number
  #forgotten = 0

  constructor(ageMsMax = Number.POSITIVE_INFINITY) {
    this.#ageMsMax = ageMsMax
  }

  async find(id: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#found.get(id)
    if (known !== undefined && performance.now() - known.readAtMs < this.#ageMsMax) return known.value
    const asOf = this.#forgotten
    const readAtMs = performance.now()
    const found = await read()
    // A value that was read before a write completed may be stale.
    if (found !== undefined && asOf === this.#forgotten) this.#keep(id, { value: found, readAtMs })
    return found
  }

  forget(): void {
    this.#forgotten += 1
    this.#found.clear()
  }

  #keep(id: string, found: { readonly value: T; readonly readAtMs: number }): void {
    if (this.#found.size >= entriesMax) this.#found.clear()
    this.#found.set(id, found)
  }
}

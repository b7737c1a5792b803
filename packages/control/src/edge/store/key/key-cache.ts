/**
 * Caches recently used keys and teams, because every request needs both. An entry is kept until one of them is written:
 * this process is the only writer. Misses are not cached.
 */
import type { Store } from '../../../ports/store.ts'
import type { ApiKeyRecord, Team } from '../../../ports/team.ts'

/** Maximum number of entries per cache; when it is exceeded, all are evicted. */
const entriesMax = 1_000

type Part = Pick<
  Store,
  'findApiKey' | 'findTeam' | 'setTeamLimits' | 'renameApiKey' | 'removeApiKey' | 'markApiKeyUsed'
>

export function withKeyCache<Kept extends Part>(part: Kept): Kept {
  const keys = new Cache<ApiKeyRecord>()
  const teams = new Cache<Team>()
  const writing = async <T>(write: () => Promise<T>): Promise<T> => {
    for (const known of [keys, teams]) known.forget()
    try {
      return await write()
    } finally {
      for (const known of [keys, teams]) known.forget()
    }
  }
  return {
    ...part,
    findApiKey: (hash: string) => keys.find(hash, () => part.findApiKey(hash)),
    findTeam: (teamId: string) => teams.find(teamId, () => part.findTeam(teamId)),
    setTeamLimits: (...args: Parameters<Part['setTeamLimits']>) => writing(() => part.setTeamLimits(...args)),
    renameApiKey: (...args: Parameters<Part['renameApiKey']>) => writing(() => part.renameApiKey(...args)),
    removeApiKey: (...args: Parameters<Part['removeApiKey']>) => writing(() => part.removeApiKey(...args)),
    markApiKeyUsed: (...args: Parameters<Part['markApiKeyUsed']>) =>
      writing(() => part.markApiKeyUsed(...args)),
  }
}

class Cache<T> {
  readonly #found = new Map<string, T>()
  #forgotten = 0

  async find(id: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    const known = this.#found.get(id)
    if (known !== undefined) return known
    const asOf = this.#forgotten
    const found = await read()
    // A value that was read before a write completed may be stale.
    if (found !== undefined && asOf === this.#forgotten) this.#keep(id, found)
    return found
  }

  forget(): void {
    this.#forgotten += 1
    this.#found.clear()
  }

  #keep(id: string, found: T): void {
    if (this.#found.size >= entriesMax) this.#found.clear()
    this.#found.set(id, found)
  }
}

/**
 * What waits for its turn: teams take turns, within a team its sandboxes, and within a sandbox the first comes first. So what
 * one has waiting, however much, is a single place in the queue of another.
 */
export interface Party {
  readonly team: string
  readonly sandbox: string
}

export class FairQueue<T> {
  /** The next one is the first; one that had its turn goes to the end. */
  readonly #teams = new Map<string, Map<string, Line<T>>>()

  get isEmpty(): boolean {
    return this.#teams.size === 0
  }

  /** Teams that wait. */
  get teamCount(): number {
    return this.#teams.size
  }

  push({ team, sandbox }: Party, item: T): void {
    const sandboxes = this.#teams.get(team) ?? new Map<string, Line<T>>()
    const line = sandboxes.get(sandbox) ?? { items: [], taken: 0 }
    line.items.push(item)
    sandboxes.set(sandbox, line)
    this.#teams.set(team, sandboxes)
  }

  /** The next item, of a team that is allowed a turn. Undefined when there is none. */
  take(isAllowed: (team: string) => boolean): T | undefined {
    for (const [team, sandboxes] of this.#teams) {
      if (!isAllowed(team)) continue
      const item = takeFirst(sandboxes)
      this.#teams.delete(team)
      if (sandboxes.size > 0) this.#teams.set(team, sandboxes)
      return item
    }
    return undefined
  }
}

/** Items that were taken are removed together, since removing the first of many moves all others. */
interface Line<T> {
  items: T[]
  taken: number
}

const removedTogether = 64

function takeFirst<T>(sandboxes: Map<string, Line<T>>): T | undefined {
  for (const [sandbox, line] of sandboxes) {
    const item = line.items[line.taken]
    line.taken += 1
    sandboxes.delete(sandbox)
    if (line.taken === line.items.length) return item
    if (line.taken === removedTogether) {
      line.items = line.items.slice(line.taken)
      line.taken = 0
    }
    sandboxes.set(sandbox, line)
    return item
  }
  return undefined
}

/**
 * Sandboxes as lists show them, as JSON that is made once and kept while nothing that shows has changed: pages of those
 * that stand still, which are most of them, cost little more than finding out which they are.
 */
import type { SandboxMark } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'
import { renderListed } from './render-sandbox.ts'

/** Bytes of the texts that are kept, which mostly have half a kilobyte each; of more the one made longest ago goes. */
const keptBytesMax = 16 * 1024 * 1024

interface Kept {
  readonly mark: SandboxMark
  /** In UTF-8, as it is sent, with the comma that comes before the next one. */
  readonly text: Buffer
}

const open = Buffer.from('[')
const close = Buffer.from(']')
const none = Buffer.from('[]')

export class ListedTexts {
  readonly #store: Pick<Store, 'findSandboxes'>
  readonly #kept = new Map<string, Kept>()
  #keptBytes = 0

  constructor(store: Pick<Store, 'findSandboxes'>) {
    this.#store = store
  }

  /** A JSON array, in the order of the marks. What is gone meanwhile is left out. */
  async render(marks: readonly SandboxMark[]): Promise<Buffer> {
    const changed = marks.filter((mark) => !isSame(this.#kept.get(mark.sandboxId)?.mark, mark))
    const made = await this.#make(changed)
    const texts = marks.map(({ sandboxId }) => made.get(sandboxId) ?? this.#kept.get(sandboxId)?.text)
    const items = texts.filter((text) => text !== undefined)
    if (items.length === 0) return none
    const json = Buffer.concat([open, ...items])
    // In the place of the last comma.
    close.copy(json, json.length - 1)
    return json
  }

  async #make(marks: readonly SandboxMark[]): Promise<ReadonlyMap<string, Buffer>> {
    const made = new Map<string, Buffer>()
    if (marks.length === 0) return made
    const records = await this.#store.findSandboxes(marks.map(({ sandboxId }) => sandboxId))
    const byId = new Map(records.map((record) => [record.sandboxId, record]))
    for (const mark of marks) {
      const record = byId.get(mark.sandboxId)
      this.#drop(mark.sandboxId)
      if (record === undefined) continue
      // As the list found it: what has happened since is of the next list.
      const text = Buffer.from(`${JSON.stringify(renderListed({ ...record, ...mark }))},`)
      made.set(mark.sandboxId, text)
      this.#keep({ mark, text })
    }
    return made
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.mark.sandboxId, kept)
    this.#keptBytes += kept.text.length
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= keptBytesMax) return
      this.#drop(oldest)
    }
  }

  #drop(sandboxId: string): void {
    this.#keptBytes -= this.#kept.get(sandboxId)?.text.length ?? 0
    this.#kept.delete(sandboxId)
  }
}

function isSame(kept: SandboxMark | undefined, mark: SandboxMark): boolean {
  return (
    kept !== undefined &&
    kept.state === mark.state &&
    kept.generation === mark.generation &&
    kept.startedAtMs === mark.startedAtMs &&
    kept.endAtMs === mark.endAtMs &&
    kept.changedAtMs === mark.changedAtMs
  )
}

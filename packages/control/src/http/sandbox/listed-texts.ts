/**
 * The JSON of listed sandboxes, rendered once and cached until a visible field changes. Most sandboxes do not change
 * between two lists, so a page costs little more than reading their marks.
 */
import type { SandboxMark } from '../../ports/sandbox.ts'
import type { Store } from '../../ports/store.ts'
import { renderListed } from './render-sandbox.ts'

/**
 * Maximum number of cached bytes, at about half a kilobyte per sandbox; beyond it the entry rendered longest ago is
 * evicted.
 */
const keptBytesMax = 16 * 1024 * 1024

interface Kept {
  readonly mark: SandboxMark
  /** UTF-8 as it is sent, followed by the comma that separates it from the next item. */
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

  /** Returns a JSON array in the order of the marks. Sandboxes that have ended in the meantime are omitted. */
  async render(marks: readonly SandboxMark[]): Promise<Buffer> {
    const changed = marks.filter((mark) => !isSame(this.#kept.get(mark.sandboxId)?.mark, mark))
    const made = await this.#make(changed)
    const texts = marks.map(({ sandboxId }) => made.get(sandboxId) ?? this.#kept.get(sandboxId)?.text)
    const items = texts.filter((text) => text !== undefined)
    if (items.length === 0) return none
    const json = Buffer.concat([open, ...items])
    // The closing bracket replaces the last comma.
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
      // Renders the state at the time of the list; later changes belong to the next list.
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

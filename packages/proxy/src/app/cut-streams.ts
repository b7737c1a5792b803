/**
 * Streams of processes that a pause has cut, and how much of them has arrived. A client that connects to such a process
 * again is given what it has missed. Bounded; what is forgotten, and what a restart of the proxy loses, is missed.
 */
import { bounds } from '../bounds.ts'

interface CutStream {
  readonly name: string
  /** Grows while what was sent before the pause is still on its way to a client that reads slowly. */
  readonly frames: number
}

export class CutStreams {
  readonly #bySandbox = new Map<string, CutStream[]>()

  remember(sandboxId: string, stream: CutStream): void {
    const all = [...(this.#bySandbox.get(sandboxId) ?? []), stream].slice(-bounds.cutStreamsPerSandboxMax)
    this.#bySandbox.delete(sandboxId)
    this.#bySandbox.set(sandboxId, all)
    const [oldest] = this.#bySandbox.keys()
    if (this.#bySandbox.size > bounds.cutStreamSandboxesMax && oldest !== undefined)
      this.#bySandbox.delete(oldest)
  }

  of(sandboxId: string): readonly CutStream[] {
    return this.#bySandbox.get(sandboxId) ?? []
  }

  /** Somebody goes on with it. */
  forget(sandboxId: string, name: string): void {
    const left = this.of(sandboxId).filter((stream) => stream.name !== name)
    if (left.length === 0) this.#bySandbox.delete(sandboxId)
    else this.#bySandbox.set(sandboxId, left)
  }
}

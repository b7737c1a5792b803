/**
 * Streams of processes that a pause has cut, and how much of them has arrived. A client that connects to such a process
 * again is given what it has missed. Bounded; what is forgotten, and what a restart of the proxy loses, is missed.
 */
import { bounds } from '../../bounds.ts'

interface InterruptedStream {
  readonly name: string
  /** Grows while what was sent before the pause is still on its way to a client that reads slowly. */
  readonly frames: number
}

export class InterruptedStreams {
  readonly #bySandbox = new Map<string, InterruptedStream[]>()

  remember(sandboxId: string, stream: InterruptedStream): void {
    const all = [...(this.#bySandbox.get(sandboxId) ?? []), stream].slice(
      -bounds.interruptedStreamsPerSandboxMax,
    )
    this.#bySandbox.delete(sandboxId)
    this.#bySandbox.set(sandboxId, all)
    const [oldest] = this.#bySandbox.keys()
    if (this.#bySandbox.size > bounds.interruptedStreamSandboxesMax && oldest !== undefined)
      this.#bySandbox.delete(oldest)
  }

  of(sandboxId: string): readonly InterruptedStream[] {
    return this.#bySandbox.get(sandboxId) ?? []
  }

  /** Somebody goes on with it. */
  forget(sandboxId: string, name: string): void {
    const left = this.of(sandboxId).filter((stream) => stream.name !== name)
    if (left.length === 0) this.#bySandbox.delete(sandboxId)
    else this.#bySandbox.set(sandboxId, left)
  }
}

/**
 * Positions of process streams that a pause has interrupted. A client that connects to such a process again gets what
 * it has missed. Bounded; evicted positions, and all of them when the proxy restarts, are lost.
 */
import { bounds } from '../../bounds.ts'

interface InterruptedStream {
  readonly name: string
  /** Grows while bytes sent before the pause are still on their way to a slow client. */
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

  /** Another stream has continued it. */
  forget(sandboxId: string, name: string): void {
    const left = this.of(sandboxId).filter((stream) => stream.name !== name)
    if (left.length === 0) this.#bySandbox.delete(sandboxId)
    else this.#bySandbox.set(sandboxId, left)
  }
}

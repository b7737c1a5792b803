/** The standard streams of this process, and the terminal that they may be. */
import type { TerminalSize } from './sandbox-daemon.ts'

export interface InputSource {
  pause(): void
  resume(): void
  stop(): void
}

export interface LocalConsole {
  /** Both the input and the output are a terminal. */
  readonly isTerminal: boolean
  size(): TerminalSize
  /** The listener gets each new size. Returns what ends it. */
  onResize(listener: (size: TerminalSize) => void): () => void
  /** Keys are no longer edited, echoed or turned into signals. Returns what undoes it. */
  makeRaw(): () => void
  /** Ctrl-C or SIGTERM no longer ends this process: the listener gets how often that was asked for. Returns what ends it. */
  onInterrupt(listener: (count: number) => void): () => void
  /** The terminal has been closed. Returns what ends it. */
  onHangUp(listener: () => void): () => void
  /** `onBytes` may be called at once. */
  readInput(listener: { onBytes(bytes: Buffer): void; onEnd(): void }): InputSource
  /** Resolves when more may be written. */
  write(stream: 'stdout' | 'stderr', bytes: Buffer): Promise<void>
}

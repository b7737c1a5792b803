/** The standard streams of this process, and the terminal that they may be. */
import type { TerminalSize } from './sandbox-daemon.ts'

export interface InputSource {
  pause(): void
  resume(): void
  stop(): void
}

/** A signal; SIGHUP too where the terminal has been closed without one. `unread`: who read the output has left. */
export type EndCause = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'unread'

export interface LocalConsole {
  /** Both the input and the output are a terminal. */
  readonly isTerminal: boolean
  size(): TerminalSize
  /** The listener gets each new size. Returns what ends it. */
  onResize(listener: (size: TerminalSize) => void): () => void
  /** Keys are no longer edited, echoed or turned into signals. Returns what undoes it. */
  makeRaw(): () => void
  /**
   * What asks this process to end no longer does so by itself: the listener gets why, and how often Ctrl-C or SIGTERM have come.
   * Returns what ends it.
   */
  onEndRequest(listener: (cause: EndCause, count: number) => void): () => void
  /** `onBytes` may be called at once. */
  readInput(listener: { onBytes(bytes: Buffer): void; onEnd(): void }): InputSource
  /** Resolves when more may be written. Throws when that is aborted before. */
  write(stream: 'stdout' | 'stderr', bytes: Buffer, signal?: AbortSignal): Promise<void>
}

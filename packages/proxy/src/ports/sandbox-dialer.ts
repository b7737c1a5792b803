import type { Socket } from 'node:net'

/** Opens connections to ports in sandboxes. */
export interface SandboxDialer {
  readonly tcp: Dial
  /** For servers that speak TLS. */
  readonly tls: Dial
}

/**
 * Calls `onConnected` or `onFailed` exactly once, never synchronously. The returned function cancels the attempt:
 * then neither is called. After one was called it does nothing, and the connection belongs to the caller.
 */
export type Dial = (address: string, port: number, callbacks: DialCallbacks) => () => void

export interface DialOutcome {
  readonly onConnected: (socket: Socket) => void
  readonly onFailed: (error: Error) => void
}

export interface DialCallbacks extends DialOutcome {
  /** The first attempt takes long: the sandbox may be frozen. Called at most once. */
  readonly onSlow: () => void
}

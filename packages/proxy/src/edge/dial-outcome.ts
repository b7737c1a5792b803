/** How a dial into a sandbox ends. */
import type { Socket } from 'node:net'

export interface DialOutcome {
  readonly onConnected: (socket: Socket) => void
  readonly onFailed: (error: Error) => void
}

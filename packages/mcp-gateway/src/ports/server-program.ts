import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The running program of a server. */
export interface ServerProgram {
  readonly transport: Transport
  /** The last lines of its standard error. */
  lastLines(): readonly string[]
  /** Ends it with everything that it has started: as the protocol says, and then by SIGKILL. */
  end(): Promise<void>
  /** Ends all of it at once. */
  kill(): void
}

/** Starts a server's program anew. Rejects if it cannot be started. */
export type StartProgram = () => Promise<ServerProgram>

/** TCP connections to a port of this machine lead to a port of a sandbox. */
import type { Duplex } from 'node:stream'
import type { SandboxDaemon, TcpTarget } from '../../ports/sandbox-daemon.ts'

export interface ForwardDeps {
  readonly daemon: Pick<SandboxDaemon, 'connectTcp'>
  readonly printError: (line: string) => void
  /** Aborted when nothing is forwarded any more. */
  readonly signal: AbortSignal
}

/** Resolves when the connection has ended. How it ends is between its two sides; only one that cannot begin is told. */
export async function forwardConnection(
  { daemon, printError, signal }: ForwardDeps,
  target: TcpTarget,
  connection: Duplex,
): Promise<void> {
  try {
    const tunnel = await daemon.connectTcp(target, signal)
    await tunnel.carry(connection)
  } catch (error) {
    connection.destroy()
    if (signal.aborted) return
    printError(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

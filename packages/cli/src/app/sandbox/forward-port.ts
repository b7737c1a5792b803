/** TCP connections to a port of this machine lead to a port of a sandbox. */
import type { Duplex } from 'node:stream'
import type { SandboxDaemon, TcpTarget } from '../../ports/sandbox-daemon.ts'

export interface ForwardDeps {
  readonly daemon: Pick<SandboxDaemon, 'connectTcp'>
  readonly printError: (line: string) => void
}

/** Resolves when the connection has ended. How it ends is between its two sides; only one that cannot begin is told. */
export async function forwardConnection(
  { daemon, printError }: ForwardDeps,
  target: TcpTarget,
  connection: Duplex,
): Promise<void> {
  try {
    const tunnel = await daemon.connectTcp(target)
    await tunnel.carry(connection)
  } catch (error) {
    connection.destroy()
    printError(`Error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

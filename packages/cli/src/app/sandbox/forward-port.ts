/**
 * TCP connections to a port of this machine lead to a port of a sandbox. The proxy forwards HTTP alone, so a process of the
 * sandbox makes each connection, and its standard streams carry the bytes.
 */
import type { LocalConnection } from '../../ports/local-listener.ts'
import type { ProcessSpec, SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { pumpInput } from './pump-input.ts'

/** bash opens the connection itself, so that a template needs no program for it. */
const relay = 'exec 3<>"/dev/tcp/$1/$2" 4<&0 || exit 111; cat <&4 >&3 & cat <&3; kill $! 2>/dev/null'
const refusedExitCode = 111

export interface ForwardDeps {
  readonly daemon: SandboxDaemon
  readonly printError: (line: string) => void
}

/** Resolves when the connection has ended on either side. */
export async function forwardConnection(
  { daemon, printError }: ForwardDeps,
  { host, port }: { readonly host: string; readonly port: number },
  connection: LocalConnection,
): Promise<void> {
  const spec: ProcessSpec = {
    command: '/bin/bash',
    args: ['-c', relay, 'relay', host, String(port)],
    envs: {},
    hasInput: true,
  }
  let stopInput: () => void = () => undefined
  try {
    for await (const event of daemon.start(spec, connection.closed)) {
      if (event.kind === 'start') {
        const selector = { pid: event.pid }
        stopInput = pumpInput({ daemon, console: connection, selector, isTerminal: false, detach: undefined })
        connection.closed.addEventListener('abort', () => {
          // The process may have ended first.
          daemon.kill(selector, 'SIGKILL').catch(() => undefined)
        })
      }
      if (event.kind === 'output' && event.source === 'stdout') await connection.write(event.bytes)
      if (event.kind === 'end' && event.exitCode === refusedExitCode)
        printError(`Error: the sandbox cannot connect to port ${port} of ${host}`)
    }
  } catch (error) {
    if (!connection.closed.aborted) printError(`Error: ${error instanceof Error ? error.message : error}`)
  } finally {
    stopInput()
    connection.end()
  }
}

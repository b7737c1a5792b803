/** What SSH clients ask for, done by the daemon of a sandbox: nothing of it takes a program of the template but bash. */
import { randomUUID } from 'node:crypto'
import { printableLines } from '@cay/core/terminal-text.ts'
import type { LocalConsole } from '../../ports/local-console.ts'
import type { SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import type { SandboxTree } from '../../ports/sandbox-tree.ts'
import type { SshHandlers, SshSession } from '../../ports/ssh-server.ts'
import { execCommand } from '../sandbox/exec-command.ts'

export interface ServeDeps {
  /** The daemon for calls of a user; undefined: the default user of the sandbox. */
  readonly open: (user: string | undefined) => { readonly daemon: SandboxDaemon; readonly files: SandboxTree }
  readonly printError: (line: string) => void
}

/** Milliseconds for the end of what ran in terminals when the connection has gone. */
const hangUpMsMax = 10_000

type HangUp = () => Promise<void>

export function sandboxHandlers(
  { open, printError }: ServeDeps,
  defaultUser: string,
): SshHandlers & { readonly hangUp: HangUp } {
  /** Of what may still run: the process of this command waits for their ends before it exits. */
  const terminals = new Set<HangUp>()
  return {
    async hangUp() {
      const ended = Promise.all([...terminals].map((end) => end()))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, hangUpMsMax).unref())])
    },
    async logIn(name) {
      const { daemon, files } = open(name === defaultUser ? undefined : name)
      try {
        await files.home()
      } catch (error) {
        printError(`Error: ${error instanceof Error ? error.message : String(error)}`)
        return undefined
      }
      return {
        files,
        runSession: (session) => runSession(daemon, session, terminals),
        async connectTcp(target) {
          try {
            return await daemon.connectTcp(target)
          } catch (error) {
            printError(`Error: ${error instanceof Error ? error.message : String(error)}`)
            throw error
          }
        },
      }
    },
  }
}

const shell = ['/bin/bash', '-i', '-l'] as const

/** As sshd does it: a terminal that is closed hangs up what runs in it, and a command without one goes on. */
async function runSession(daemon: SandboxDaemon, session: SshSession, terminals: Set<HangUp>): Promise<void> {
  const { command, terminal, envs, closed } = session
  const isTerminal = terminal !== undefined
  const tag = `ssh-${randomUUID()}`
  // One that has ended meanwhile is not found.
  const end = () => daemon.kill({ tag }, 'SIGKILL').catch(() => undefined)
  const hangUp = () => void end()
  if (isTerminal) {
    closed.addEventListener('abort', hangUp)
    terminals.add(end)
  }
  const words = command === undefined ? (isTerminal ? shell : ['/bin/bash', '-l']) : shellFor(command)
  const console = consoleOf(session)
  try {
    const code = await execCommand(
      { daemon, console, term: terminal?.term, signal: closed },
      { command: words, isTerminal, hasInput: true, envs, cwd: undefined, tag },
    )
    terminals.delete(end)
    session.exit(code)
  } catch (error) {
    if (closed.aborted) return
    const text = `Error: ${error instanceof Error ? error.message : String(error)}\n`
    await session.writeError(Buffer.from(printableLines(text)))
    session.exit(1)
  } finally {
    closed.removeEventListener('abort', hangUp)
  }
}

/** As the official clients run commands. */
const shellFor = (command: string) => ['/bin/bash', '-l', '-c', command]

function consoleOf({ terminal, onResize, onSignal, readInput, write, writeError }: SshSession): LocalConsole {
  return {
    isTerminal: terminal !== undefined,
    size: () => terminal?.size ?? { cols: 80, rows: 24 },
    onResize,
    // The client's terminal is raw.
    makeRaw: () => () => undefined,
    // The keys of a terminal are its signals. What hangs up is the end of the connection.
    onEndRequest: (listener) =>
      terminal === undefined
        ? onSignal((name) => listener('SIGTERM', name === 'KILL' ? 2 : 1))
        : () => undefined,
    readInput,
    write: (stream, bytes) => (stream === 'stderr' ? writeError(bytes) : write(bytes)),
  }
}

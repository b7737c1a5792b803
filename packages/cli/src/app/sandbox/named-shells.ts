/** Shells of a sandbox that outlive the terminals at which they are used. A tag of their process has the name. */
import { CommandError } from '../../dialect/output/command-error.ts'
import { type Columns, type ListView, renderList } from '../../dialect/output/table.ts'
import { withoutQueries } from '../../dialect/sandbox/terminal-queries.ts'
import type { ProcessEvent, SandboxDaemon, TerminalSize } from '../../ports/sandbox-daemon.ts'
import { forEachGiven, type LineOutput } from '../for-each-given.ts'
import { type CommandDeps, type CommandOptions, specOf } from './exec-command.ts'
import { runProcess } from './run-process.ts'

const tagPrefix = 'cay-shell:'

export interface NamedShell {
  readonly name: string
  readonly pid: number
  readonly command: string
}

const shellColumns: Columns<NamedShell> = {
  head: ['NAME', 'PID', 'COMMAND'],
  row: ({ name, pid, command }) => [name, String(pid), command],
}

/** Attaches to the shell of this name, or starts it. Returns its exit code; 0 when it was left running. */
export async function openNamedShell(
  deps: CommandDeps & Pick<LineOutput, 'printError'>,
  { name, ...options }: CommandOptions & { readonly name: string },
): Promise<number> {
  const { daemon, console, printError, signal } = deps
  const running = (await findShells(daemon)).find((shell) => shell.name === name)
  let isDetached = false
  let isAttached = false
  const onDetach = () => {
    isDetached = true
  }
  const code = await runProcess(
    { daemon, console, isTerminal: true, hasInput: true, signal, onDetach },
    (until) => {
      const spec = { ...specOf(deps, options), tag: `${tagPrefix}${name}`, keepsOutput: true }
      const onStart = () => {
        isAttached = true
      }
      if (running === undefined) return noted(daemon.start(spec, until), onStart)
      const { pid } = running
      return redrawn(
        noted(daemon.connect({ pid }, until), onStart),
        (size) => daemon.resize({ pid }, size),
        console.size(),
      )
    },
  ).catch((cause: unknown) => {
    if (!isAttached) throw cause
    throw new CommandError(cause instanceof Error ? cause.message : String(cause), {
      hint: 'the shell goes on with its sandbox: `cay sandbox resume` if that is paused, and then the same command attaches again',
    })
  })
  if (isDetached)
    printError(`\r\nDetached from ${name}, which goes on: the same command attaches to it again.`)
  return code
}

async function* noted(
  events: AsyncIterable<ProcessEvent>,
  onStart: () => void,
): AsyncGenerator<ProcessEvent> {
  for await (const event of events) {
    if (event.kind === 'start') onStart()
    yield event
  }
}

/** The terminal shows what it would show if it had been there. A program that fills it draws itself when the size changes. */
async function* redrawn(
  events: AsyncIterable<ProcessEvent>,
  resize: (size: TerminalSize) => Promise<void>,
  { cols, rows }: TerminalSize,
): AsyncGenerator<ProcessEvent> {
  for await (const event of events) {
    if (event.kind !== 'output' || event.isReplayed !== true) yield event
    else yield { ...event, bytes: withoutQueries(event.bytes) }
    if (event.kind === 'start')
      // A shell that has just ended says so by the event that comes next.
      void resize({ cols, rows: rows + 1 })
        .then(() => resize({ cols, rows }))
        .catch(() => undefined)
  }
}

export async function listShells(daemon: SandboxDaemon, view: ListView): Promise<string> {
  return await renderList(await findShells(daemon), shellColumns, view)
}

/** Ends each, also when one of them cannot be; the exit code is 1 then. */
export async function endShells(
  daemon: SandboxDaemon,
  names: readonly string[],
  output: LineOutput,
): Promise<number> {
  const shells = await findShells(daemon)
  const end = async (name: string) => {
    const found = shells.find((shell) => shell.name === name)
    if (found === undefined) throw new CommandError(`shell "${name}" not found`)
    await daemon.kill({ pid: found.pid }, 'SIGKILL')
    return name
  }
  return await forEachGiven(names, end, output)
}

async function findShells(daemon: SandboxDaemon): Promise<NamedShell[]> {
  return (await daemon.list()).flatMap(({ pid, tag, command, args }) =>
    tag?.startsWith(tagPrefix) === true
      ? [{ name: tag.slice(tagPrefix.length), pid, command: [command, ...args].join(' ') }]
      : [],
  )
}

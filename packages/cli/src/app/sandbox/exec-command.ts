/** Commands in a sandbox that runs, with the console of this process. */
import { CommandError } from '../../dialect/output/command-error.ts'
import type { LocalConsole } from '../../ports/local-console.ts'
import type { ProcessSpec, SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { runProcess } from './run-process.ts'

export interface CommandOptions {
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly isTerminal: boolean
  readonly hasInput: boolean
  readonly envs: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly tag?: string
}

export interface CommandDeps {
  readonly daemon: SandboxDaemon
  readonly console: LocalConsole
  /** The kind of terminal that this is. */
  readonly term: string | undefined
  readonly signal: AbortSignal
}

/** Returns the exit code. */
export async function execCommand(deps: CommandDeps, options: CommandOptions): Promise<number> {
  const { isTerminal, hasInput } = options
  const spec = specOf(deps, options)
  return await runProcess({ ...deps, isTerminal, hasInput }, (signal) => deps.daemon.start(spec, signal))
}

/** Throws before anything is started where a terminal is asked for and there is none. */
export function expectTerminal(
  { isTerminal: isThere }: LocalConsole,
  isTerminal: boolean,
  hint = 'leave out -t; -i alone passes the standard input',
): void {
  if (isTerminal && !isThere) throw new CommandError('the standard streams are not a terminal', { hint })
}

export function specOf(
  { console, term = 'xterm-256color' }: CommandDeps,
  { command, isTerminal, hasInput, envs, cwd, tag }: CommandOptions,
): ProcessSpec {
  const [program = '', ...args] = command
  return {
    command: program,
    args,
    envs: isTerminal ? { TERM: term, LANG: 'C.UTF-8', ...envs } : envs,
    hasInput,
    ...(cwd === undefined ? {} : { cwd }),
    ...(tag === undefined ? {} : { tag }),
    ...(isTerminal ? { terminal: console.size() } : {}),
  }
}

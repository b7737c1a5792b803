/** `cay run`: a sandbox for one command. */
import type { TeamApi } from '../../ports/control-api.ts'
import type { SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { createSandbox, type NewSandbox } from './create-sandbox.ts'
import { type CommandDeps, type CommandOptions, execCommand, expectTerminal } from './exec-command.ts'
import { type SandboxTokens, tokensOf } from './find-sandbox.ts'
import { keepAlive } from './keep-alive.ts'

export interface RunRequest extends NewSandbox, CommandOptions {
  /** The sandbox is killed behind the command. */
  readonly isRemoved: boolean
}

export interface RunDeps extends Omit<CommandDeps, 'daemon'> {
  readonly team: TeamApi
  readonly open: (sandboxId: string, tokens: SandboxTokens) => SandboxDaemon
  readonly printError: (line: string) => void
}

/** Returns the exit code of the command. */
export async function runSandbox(deps: RunDeps, request: RunRequest): Promise<number> {
  const { team, console, printError } = deps
  expectTerminal(console, request.isTerminal)
  const { sandboxId, body } = await createSandbox({ team, printError }, request)
  const end = keepAlive(team, sandboxId)
  try {
    const tokens = await tokensOf(team, { sandboxId, state: 'running', body })
    return await execCommand({ ...deps, daemon: deps.open(sandboxId, tokens) }, request)
  } finally {
    end()
    if (request.isRemoved) await team.killSandbox(sandboxId)
    else printError(`The sandbox goes on: ${sandboxId}`)
  }
}

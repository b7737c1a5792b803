/** `cay run`: a sandbox for one command. */
import { CommandError } from '../../dialect/output/command-error.ts'
import { type TeamApi, TemplateBuildingError } from '../../ports/control-api.ts'
import type { EndCause } from '../../ports/local-console.ts'
import type { SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { createSandbox, type NewSandbox } from './create-sandbox.ts'
import { departureCodes } from './departure.ts'
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

/** Returns the exit code of the command. From before the create on nothing ends this process before the sandbox is removed. */
export async function runSandbox(deps: RunDeps, request: RunRequest): Promise<number> {
  const { team, console, printError } = deps
  expectTerminal(console, request.isTerminal)
  const asked: { cause?: EndCause } = {}
  const forget = console.onEndRequest((cause) => {
    asked.cause ??= cause
  })
  try {
    const isWanted = () => asked.cause === undefined
    const { sandboxId, body } = await createSandbox({ team, printError, isWanted }, request)
    const end = keepAlive(team, sandboxId)
    try {
      const tokens = await tokensOf(team, { sandboxId, state: 'running', body })
      if (asked.cause !== undefined) return departureCodes[asked.cause]
      return await execCommand({ ...deps, daemon: deps.open(sandboxId, tokens) }, request)
    } finally {
      end()
      if (request.isRemoved) await removeSandbox(team, sandboxId)
      else printError(`The sandbox goes on: ${sandboxId}`)
    }
  } catch (error) {
    if (asked.cause !== undefined && error instanceof TemplateBuildingError)
      return departureCodes[asked.cause]
    throw error
  } finally {
    forget()
  }
}

async function removeSandbox(team: TeamApi, sandboxId: string): Promise<void> {
  try {
    await team.killSandbox(sandboxId)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(`sandbox ${sandboxId} could not be killed, and goes on: ${why}`, {
      hint: `\`cay sandbox kill ${sandboxId}\``,
    })
  }
}

/** `cay run`: a sandbox for one command. */
import { CommandError } from '../../dialect/output/command-error.ts'
import { type ApiRequest, type TeamApi, TemplateBuildingError } from '../../ports/control-api.ts'
import type { SandboxDaemon } from '../../ports/sandbox-daemon.ts'
import { createSandbox, type NewSandbox } from './create-sandbox.ts'
import { departureCodes } from './departure.ts'
import { type CommandDeps, type CommandOptions, execCommand, expectTerminal } from './exec-command.ts'
import { type SandboxTokens, tokensOf } from './find-sandbox.ts'
import { keepAlive } from './keep-alive.ts'
import { type SecondInterrupt, watchSecondInterrupt } from './second-interrupt.ts'

export interface RunRequest extends NewSandbox, CommandOptions {
  /** The sandbox is killed behind the command. */
  readonly isRemoved: boolean
}

export interface RunDeps extends Omit<CommandDeps, 'daemon'> {
  readonly team: TeamApi
  readonly open: (sandboxId: string, tokens: SandboxTokens) => SandboxDaemon
  readonly printError: (line: string) => void
}

/** Returns the exit code of the command. From before the create on nothing but a second interrupt ends this before the sandbox is removed. */
export async function runSandbox(deps: RunDeps, request: RunRequest): Promise<number> {
  const { team, console, printError } = deps
  expectTerminal(console, request.isTerminal)
  const interrupts = watchSecondInterrupt(console, printError)
  const signal = interrupts.begin()
  const abortable = { request: (call: ApiRequest) => team.request({ ...call, signal }) }
  try {
    const isWanted = () => interrupts.cause() === undefined
    const { sandboxId, body } = await createSandbox({ team: abortable, printError, isWanted }, request)
    const end = keepAlive(team, sandboxId)
    try {
      const tokens = await tokensOf(abortable, { sandboxId, state: 'running', body })
      const cause = interrupts.cause()
      if (cause !== undefined) return departureCodes[cause]
      interrupts.leave()
      return await execCommand({ ...deps, daemon: deps.open(sandboxId, tokens) }, request)
    } finally {
      end()
      if (request.isRemoved) await removeSandbox(team, sandboxId, interrupts)
      else printError(`The sandbox goes on: ${sandboxId}`)
    }
  } catch (error) {
    const cause = interrupts.cause()
    const isAborted = signal.aborted && error === signal.reason
    if (cause === undefined || !(isAborted || error instanceof TemplateBuildingError)) throw error
    if (isAborted)
      printError('Warning: the API has not answered. `cay sandbox list` shows whether there is a sandbox.')
    return departureCodes[cause]
  } finally {
    interrupts.forget()
  }
}

async function removeSandbox(team: TeamApi, sandboxId: string, interrupts: SecondInterrupt): Promise<void> {
  const signal = interrupts.begin()
  try {
    await team.killSandbox(sandboxId, signal)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const asked = interrupts.cause()
    throw new CommandError(
      signal.aborted
        ? `the API has not answered: sandbox ${sandboxId} may go on`
        : `sandbox ${sandboxId} could not be killed, and goes on: ${why}`,
      {
        hint: `\`cay sandbox kill ${sandboxId}\``,
        ...(signal.aborted && asked !== undefined ? { exitCode: departureCodes[asked] } : {}),
      },
    )
  }
}

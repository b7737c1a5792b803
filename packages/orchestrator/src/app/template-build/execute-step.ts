/** Executes one step in the sandbox of its build. Resolves with the context of the steps behind it. */

import { limits } from '@cay/contract/limits.ts'
import { bytesOfAll } from '@cay/core/sandbox/create-rules.ts'
import {
  type BuildContext,
  type BuildStep,
  commandVariables,
  expansionCommand,
  needsExpansion,
  resolveWorkdir,
} from '@cay/core/template/build-steps.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { BuildFailure } from '../../ports/build-spec.ts'
import type { BuildGuest } from '../../ports/template-build.ts'
import { runCommand } from './command.ts'
import type { BuildParts, Running } from './parts.ts'

export interface StepInput {
  readonly step: BuildStep
  readonly context: BuildContext
  readonly teamId: string
  /** Of the sandbox. */
  readonly diskSizeMb: number
  readonly guest: () => Promise<BuildGuest>
  /** For lines of output. */
  readonly prefix: string
  readonly running: Running
}

export interface StepOutcome {
  readonly context: BuildContext
  /** Whether the files of the sandbox may have changed. */
  readonly hasChanged: boolean
}

export async function executeStep(parts: BuildParts, input: StepInput): Promise<StepOutcome> {
  const { step, context } = input
  switch (step.kind) {
    case 'run':
      await run(input, step)
      return { context, hasChanged: true }
    case 'copy':
      await copy(parts, input, step)
      return { context, hasChanged: true }
    case 'user': {
      const { name, mayBecomeRoot } = step
      const { hasChanged } = await (await input.guest()).step({ kind: 'user', name, mayBecomeRoot })
      return { context: { ...context, user: name }, hasChanged }
    }
    case 'workdir': {
      const workdir = resolveWorkdir(step.path, context)
      const { hasChanged } = await (await input.guest()).step({
        kind: 'workdir',
        path: workdir,
        user: context.user,
      })
      return { context: { ...context, workdir }, hasChanged }
    }
    case 'variables': {
      const variables = { ...context.variables, ...(await expand(input, step.pairs)) }
      if (bytesOfAll(variables) > limits.envVarsBytesMax) throw tooLong()
      return { context: { ...context, variables }, hasChanged: false }
    }
  }
}

async function run({ context, guest, prefix, running }: StepInput, step: BuildStep & { kind: 'run' }) {
  const { command } = step
  const inside = await guest()
  const shell = {
    command,
    user: step.user ?? context.user,
    workdir: context.workdir,
    variables: commandVariables(context),
  }
  const end = await runCommand(inside, shell, { prefix, ...running }).catch((error: unknown) => {
    throw error instanceof BuildFailure ? failedToRun(command, error.message, error) : error
  })
  if (end.exitCode !== 0) throw failedToRun(command, end.status)
}

function failedToRun(command: string, why: string, cause?: unknown): BuildFailure {
  return new BuildFailure(`failed to run command '${shown(command)}': ${why}`, { cause })
}

/** Characters of a command in the failure reason of a build, which is part of every status. */
const shownMax = 4096

function shown(command: string): string {
  return command.length > shownMax ? `${command.slice(0, shownMax)}…` : command
}

async function copy(
  parts: BuildParts,
  { context, teamId, diskSizeMb, guest, running }: StepInput,
  step: BuildStep & { kind: 'copy' },
): Promise<void> {
  const { source, destination, owner, mode, filesHash } = step
  const file = await parts.files.find(teamId, filesHash)
  if (file === undefined) throw new BuildFailure(`the files of "${source}" were not uploaded`)
  const inside = await guest()
  const archive = `/tmp/${filesHash}`
  await inside.upload(archive, file)
  running.signal.throwIfAborted()
  const { user, workdir = '' } = context
  const diskBytes = diskSizeMb * 2 ** 20
  await inside.step({ kind: 'copy', archive, source, destination, workdir, user, owner, mode, diskBytes })
}

/** They become variables of every sandbox of the template. */
function tooLong(): BuildFailure {
  return new BuildFailure(`the variables are longer than ${limits.envVarsBytesMax} bytes in all`)
}

/** Expands values in root's login shell, without the variables of earlier steps. */
async function expand(
  { guest, running }: StepInput,
  pairs: (BuildStep & { kind: 'variables' })['pairs'],
): Promise<Record<string, string>> {
  const open = pairs.filter(([, value]) => needsExpansion(value))
  if (open.length === 0) return Object.fromEntries(pairs)
  const command = expansionCommand(open.map(([, value]) => value))
  let output = ''
  const asRoot = { command, user: 'root', workdir: undefined, variables: {} }
  const shell = (await guest()).start(asRoot, (stream, text) => {
    if (stream !== 'stdout') return
    output += text
    if (output.length > limits.envVarsBytesMax) throw tooLong()
  })
  const end = await abortable(shell.end, running.signal)
  const values = output.split('\0').slice(0, -1)
  if (end.exitCode !== 0 || values.length !== open.length)
    throw new BuildFailure(`the variables could not be expanded: ${end.status}`)
  const expanded = new Map(open.map(([name], index) => [name, values[index] ?? '']))
  return Object.fromEntries(pairs.map(([name, value]) => [name, expanded.get(name) ?? value]))
}

/**
 * The last phase of a build: boots the root file system, runs the start command, waits until it is ready, and checkpoints the
 * sandbox with its processes. A start command that runs after each restore is tried in a sandbox of its own, and is not in the
 * checkpoint. The checkpoint is restored once before it is published.
 */

import { type BuildContext, commandVariables } from '@cay/core/template/build-steps.ts'
import { aliveStartAdvice, secondsOfSleep, startsAfterRestore } from '@cay/core/template/start-time.ts'
import { abortable } from '@cay/kit/flow/abortable.ts'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import { BuildFailure, type BuildSpec } from '../../ports/build-spec.ts'
import type { GuestDefaults } from '../../ports/template.ts'
import type { BuildGuest, BuildSandbox, SandboxOptions } from '../../ports/template-build.ts'
import { runCommand, startCommand } from './command.ts'
import type { BuildParts, Running } from './parts.ts'

export interface Finalize {
  readonly spec: BuildSpec
  readonly rootfs: string
  /** Where the checkpoint goes. */
  readonly checkpoint: string
  /** The context of the commands. */
  readonly commandContext: BuildContext
  readonly startCommand: string
  readonly readyCommand: string
  /** The defaults of sandboxes. */
  readonly defaults: GuestDefaults
}

const readyEveryMs = 2_000
const readyMsMax = 10 * 60_000
const sandboxSecondsMax = 2 * 3600

/** Resolves with the control token of the checkpoint. */
export async function finalize(parts: BuildParts, input: Finalize, running: Running): Promise<string> {
  const { templateId, buildId, resources } = input.spec
  const { rootfs, checkpoint, defaults } = input
  const options: SandboxOptions = {
    templateId,
    buildId,
    resources,
    rootfs,
    defaults,
    timeoutSeconds: sandboxSecondsMax,
  }
  const { watch, signal } = running
  const isLater = startsAfterRestore(input.commandContext.variables)
  if (isLater && hasCommands(input)) await tryCommands(parts, { input, options }, running)
  const sandbox = await watch.time('boot', () => parts.sandboxes.open(options, signal))
  try {
    await saveReady(parts, { input, sandbox, starts: !isLater }, running)
  } catch (error) {
    await sandbox.close()
    throw error
  }
  // One sandbox is removed while the other is restored.
  const { controlToken } = sandbox
  const saved = { checkpoint, controlToken }
  const check = watch.time('check', () => parts.sandboxes.check({ ...options, saved }, signal))
  await settleAll([check, sandbox.close()])
  return controlToken
}

/** Fails the build when the command does not start, or is never ready. */
async function tryCommands(
  parts: BuildParts,
  { input, options }: { input: Finalize; options: SandboxOptions },
  running: Running,
): Promise<void> {
  running.journal.note('info', '[finalize] Trying the commands that are run after every restore')
  const sandbox = await running.watch.time('boot', () => parts.sandboxes.open(options, running.signal))
  try {
    await running.watch.time('start', () => begin(parts, { input, sandbox }, running))
  } finally {
    await sandbox.close()
  }
}

function hasCommands({ startCommand: start, readyCommand }: Finalize): boolean {
  return start !== '' || readyCommand !== ''
}

interface SaveReady {
  readonly input: Finalize
  readonly sandbox: BuildSandbox
  readonly starts: boolean
}

async function saveReady(
  parts: BuildParts,
  { input, sandbox, starts }: SaveReady,
  running: Running,
): Promise<void> {
  const { watch, journal } = running
  if (starts) await watch.time('start', () => begin(parts, { input, sandbox }, running))
  if (starts && input.startCommand !== '') journal.note('warn', `[finalize] ${aliveStartAdvice}`)
  await watch.time('warm-up', () => sandbox.warmUp(input.defaults.user))
  running.signal.throwIfAborted()
  await watch.time('save', () => sandbox.save(input.checkpoint))
  running.signal.throwIfAborted()
}

async function begin(
  parts: BuildParts,
  { input, sandbox }: { input: Finalize; sandbox: BuildSandbox },
  running: Running,
): Promise<void> {
  const { startCommand: start, readyCommand, commandContext } = input
  if (!hasCommands(input)) return
  const { guest } = sandbox
  const { journal } = running
  const context = {
    user: commandContext.user,
    workdir: commandContext.workdir,
    variables: commandVariables(commandContext),
  }
  let started: ReturnType<typeof startCommand> | undefined
  if (start !== '') {
    journal.note('info', '[finalize] Running start command')
    started = startCommand(guest, { ...context, command: start }, { ...running, prefix: 'start' })
  }
  const command = readyCommand || (start === '' ? 'sleep 0' : 'sleep 20')
  journal.note('info', `[finalize] Waiting for template to be ready: ${command}`)
  const ready = waitReady(parts, { guest, command: { ...context, command } }, running)
  await (started === undefined ? ready : Promise.race([ready, failedStart(started.end)]))
  journal.note('info', '[finalize] Template is ready')
  started?.flush()
  started?.leave()
}

/** Never resolves while the command runs, or when it exits with 0. */
async function failedStart(end: Promise<{ exitCode: number; status: string }>): Promise<never> {
  const { exitCode, status } = await end
  if (exitCode !== 0) throw new BuildFailure(`start command failed: ${status}`)
  return await new Promise<never>(() => undefined)
}

async function waitReady(
  parts: BuildParts,
  { guest, command }: { guest: BuildGuest; command: Parameters<BuildGuest['start']>[0] },
  running: Running,
): Promise<void> {
  const pauseMs = pauseOf(command.command)
  if (pauseMs !== undefined) return await abortable(parts.sleep(pauseMs, running.signal), running.signal)
  const deadlineMs = parts.nowMs() + readyMsMax
  for (;;) {
    const left = deadlineMs - parts.nowMs()
    if (left <= 0)
      throw new BuildFailure(`ready command failed: it did not succeed within ${readyMsMax / 60_000} minutes`)
    const late = AbortSignal.timeout(left)
    const signal = AbortSignal.any([running.signal, late])
    const end = await runCommand(guest, command, { journal: running.journal, signal, prefix: 'ready' }).catch(
      (error: unknown) => {
        if (late.aborted && !running.signal.aborted) return undefined
        throw error
      },
    )
    if (end?.exitCode === 0) return
    if (end !== undefined) await abortable(parts.sleep(readyEveryMs, running.signal), running.signal)
  }
}

/** The milliseconds of a `sleep` command, which not every image has a program for. */
function pauseOf(command: string): number | undefined {
  const seconds = secondsOfSleep(command)
  return seconds === undefined || seconds * 1000 > readyMsMax ? undefined : seconds * 1000
}

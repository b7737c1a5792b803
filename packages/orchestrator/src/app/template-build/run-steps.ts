/**
 * Executes the steps that are not cached, each in the sandbox of the one before, and caches the result of each. The sandbox is
 * opened when the first step needs it.
 */

import { isServiceError } from '@cay/core/errors.ts'
import { type BuildContext, describeStep, parseStep, type StepSpec } from '@cay/core/template/build-steps.ts'
import { BuildFailure, type BuildSpec } from '../../ports/build-spec.ts'
import type { BuildSandbox, LayerFiles } from '../../ports/template-build.ts'
import type { Base } from './base.ts'
import { executeStep } from './execute-step.ts'
import { stepKey } from './layer-keys.ts'
import type { BuildParts, Running } from './parts.ts'

export interface PlannedStep {
  readonly spec: StepSpec
  readonly key: string
  /** Not taken from the cache. */
  readonly isForced: boolean
}

export function planSteps(base: Base, { steps, force }: BuildSpec): PlannedStep[] {
  const planned: PlannedStep[] = []
  let key = base.key
  let isForced = force
  for (const spec of steps) {
    key = stepKey(key, spec)
    isForced ||= spec.force
    planned.push({ spec, key, isForced })
  }
  return planned
}

interface SessionInput {
  readonly spec: BuildSpec
  readonly base: Base
  /** Called when a step has to be executed, so that there will be changes. */
  readonly onOpen: () => void
}

/** The context behind the steps, and the sandbox in which they were executed. */
export class BuildSession {
  readonly #parts: BuildParts
  readonly #spec: BuildSpec
  readonly #base: Base
  readonly #running: Running
  readonly #onOpen: () => void
  #sandbox: BuildSandbox | undefined
  #context: BuildContext
  /** The key of the last layer with files. */
  #filesKey: string | undefined
  /** Its files, when it comes from the cache. */
  #keptFiles: LayerFiles | undefined

  constructor(parts: BuildParts, { spec, base, onOpen }: SessionInput, running: Running) {
    this.#parts = parts
    this.#spec = spec
    this.#base = base
    this.#onOpen = onOpen
    this.#running = running
    this.#context = base.context
  }

  get context(): BuildContext {
    return this.#context
  }

  /** Whether any step has changed files of the base. */
  get hasChanges(): boolean {
    return this.#filesKey !== undefined
  }

  async runSteps(steps: readonly PlannedStep[]): Promise<void> {
    const done = await this.#takeKept(steps)
    for (const [index, step] of steps.entries()) {
      const { journal, signal } = this.#running
      journal.phase = String(index + 1)
      const line = `[builder ${index + 1}/${steps.length}] ${describeStep(step.spec)} [${step.key}]`
      journal.note('info', index < done ? `CACHED ${line}` : line)
      if (index < done) continue
      signal.throwIfAborted()
      await this.#runStep(step, `builder ${index + 1}/${steps.length}`)
    }
  }

  /** The sandbox behind the steps. */
  async sandbox(): Promise<BuildSandbox> {
    this.#sandbox ??= await this.#running.watch.time('open', () => this.#open())
    return this.#sandbox
  }

  async close(): Promise<void> {
    await this.#sandbox?.close()
    this.#sandbox = undefined
  }

  /** Pins the layer of the last cached step; resolves with the number of steps that this skips. */
  async #takeKept(steps: readonly PlannedStep[]): Promise<number> {
    const firstForced = steps.findIndex(({ isForced }) => isForced)
    for (let count = firstForced < 0 ? steps.length : firstForced; count > 0; count--) {
      if (await this.pinBase(steps[count - 1]?.key ?? '')) return count
    }
    return 0
  }

  /** Resolves with whether the layer and its files are cached. */
  async pinBase(key: string): Promise<boolean> {
    const { teamId } = this.#spec
    const { layers } = this.#parts
    const kept = await layers.find(teamId, key)
    if (kept === undefined) return false
    if (kept.filesKey !== undefined) {
      this.#keptFiles = await layers.hold(teamId, kept.filesKey, this.#running.scratch)
      if (this.#keptFiles === undefined) return false
    }
    this.#context = kept.context
    this.#filesKey = kept.filesKey
    return true
  }

  async #runStep({ spec, key }: PlannedStep, prefix: string): Promise<void> {
    const step = meaningOf(spec)
    const running = this.#running
    const input = {
      step,
      context: this.#context,
      teamId: this.#spec.teamId,
      diskSizeMb: this.#spec.resources.diskSizeMb,
      guest: async () => (await this.sandbox()).guest,
      prefix,
      running,
    }
    const outcome = await running.watch.time('steps', () => executeStep(this.#parts, input))
    this.#context = outcome.context
    if (outcome.hasChanged) this.#filesKey = key
    await running.watch.time('keep', () => this.#keep(key, outcome.hasChanged))
  }

  async #keep(key: string, hasFiles: boolean): Promise<void> {
    const { teamId } = this.#spec
    const { layers } = this.#parts
    const filesKey = this.#filesKey
    const layer = { context: this.#context, ...(filesKey === undefined ? {} : { filesKey }) }
    if (!hasFiles) return await layers.keep(teamId, key, layer)
    const { save, controlToken } = await this.sandbox()
    const making = await layers.begin(teamId, key)
    try {
      await save(making.checkpoint)
      await making.keep(layer, { rootfs: this.#base.rootfs, controlToken })
    } finally {
      await making.discard()
    }
  }

  async #open(): Promise<BuildSandbox> {
    this.#onOpen()
    const { templateId, buildId, resources } = this.#spec
    const files = this.#keptFiles
    const saved = files ?? this.#base.saved
    const rootfs = files?.rootfs ?? this.#base.rootfs
    const options = { templateId, buildId, resources, rootfs, timeoutSeconds: sandboxSecondsMax }
    return await this.#parts.sandboxes.open(
      { ...options, ...(saved === undefined ? {} : { saved }) },
      this.#running.signal,
    )
  }
}

/** Timeout of a build's sandbox in seconds: longer than any build. */
const sandboxSecondsMax = 2 * 3600

function meaningOf(spec: StepSpec) {
  try {
    return parseStep(spec)
  } catch (error) {
    if (!isServiceError(error, 'request_invalid')) throw error
    throw new BuildFailure(error.message, { cause: error })
  }
}

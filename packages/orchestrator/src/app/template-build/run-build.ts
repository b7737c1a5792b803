/** Runs a build from its base to its published artifacts. */
import { envdVersion } from '@cay/contract/names.ts'
import { startsAfterRestore } from '@cay/core/template/start-time.ts'
import { settleAll } from '@cay/kit/flow/settle-all.ts'
import type { BuildResult, BuildSpec } from '../../ports/build-spec.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import { type Base, prepareBase } from './base.ts'
import { BaseCopy } from './base-copy.ts'
import { finalize } from './finalize.ts'
import { resultKey } from './layer-keys.ts'
import type { BuildParts, Running } from './parts.ts'
import { BuildSession, type PlannedStep, planSteps } from './run-steps.ts'

interface Work {
  readonly spec: BuildSpec
  readonly base: Base
  readonly steps: readonly PlannedStep[]
  /** The key of the root file system. */
  readonly rootfsKey: string
  /** The key of the whole build. */
  readonly key: string
  readonly isForced: boolean
  readonly startCommand: string
  readonly readyCommand: string
}

/** Throws BuildFailure, and the reason of the signal. */
export async function runBuild(parts: BuildParts, spec: BuildSpec, running: Running): Promise<BuildResult> {
  const { journal } = running
  journal.note('info', `Building template ${spec.templateId}/${spec.buildId}`)
  journal.phase = 'base'
  const base = await running.watch.time('base', () => preparePinnedBase(parts, spec, running))
  const work = planWork(spec, base)
  const copy = new BaseCopy(parts.rootfs, base.rootfs, `${running.scratch}/base.erofs`)
  const session = new BuildSession(parts, { spec, base, onOpen: () => copy.begin() }, running)
  try {
    await session.runSteps(work.steps)
    journal.phase = 'finalize'
    const same = await findReusableBuild(parts, work)
    if (same === undefined) await buildRootfs(parts, { work, session, copy }, running)
    else await reuseBuild(parts, { work, same, session }, running)
  } finally {
    await settleAll([session.close(), copy.giveUp()])
  }
  return { kind: 'ready', envdVersion, resources: spec.resources }
}

/** Pins the base: the template below may be deleted meanwhile, and a cached image evicted. */
async function preparePinnedBase(parts: BuildParts, spec: BuildSpec, running: Running): Promise<Base> {
  const base = await prepareBase(parts, spec, running)
  const { saved } = base
  const { rootfs, checkpoint } = await parts.artifacts.hold(
    { rootfs: base.rootfs, checkpoint: saved?.checkpoint },
    running.scratch,
  )
  if (saved === undefined || checkpoint === undefined) return { ...base, rootfs }
  return { ...base, rootfs, saved: { ...saved, checkpoint } }
}

function planWork(spec: BuildSpec, base: Base): Work {
  const steps = planSteps(base, spec)
  const last = steps.at(-1)
  const rootfsKey = last?.key ?? base.key
  const isOwn = spec.startCommand !== '' || spec.readyCommand !== ''
  const { startCommand, readyCommand } = isOwn ? spec : base
  return {
    spec,
    base,
    steps,
    rootfsKey,
    key: resultKey([rootfsKey, startCommand, readyCommand, spec.teamId, spec.ignoresContext]),
    isForced: last?.isForced ?? spec.force,
    startCommand,
    readyCommand,
  }
}

/** A build with an equal root file system. Start commands are run again in any case. */
async function findReusableBuild(
  parts: BuildParts,
  { rootfsKey, spec, isForced }: Work,
): Promise<(TemplateBuild & { key: string }) | undefined> {
  if (isForced) return undefined
  const builds = await parts.artifacts.list()
  return builds.find(
    ({ made, templateId }) =>
      made?.rootfsKey === rootfsKey && made.teamId === spec.teamId && templateId === spec.templateId,
  )
}

interface Reuse {
  readonly work: Work
  readonly same: TemplateBuild & { readonly key: string }
  readonly session: BuildSession
}

async function reuseBuild(
  parts: BuildParts,
  { work, same, session }: Reuse,
  running: Running,
): Promise<void> {
  const runsCommands = work.startCommand !== '' || work.readyCommand !== ''
  const isSame = same.key === work.key && same.foreign === undefined
  if (!runsCommands && isSame && same.made !== undefined) {
    running.journal.note('info', `CACHED [finalize] [${work.key}]`)
    await parts.artifacts.publishAgain({ ...factsOf(work), made: same.made }, same)
    return
  }
  await finish(
    parts,
    { work, session, placeRootfs: (path) => parts.artifacts.linkRootfs(same.rootfs, path) },
    running,
  )
}

interface NewRootfs {
  readonly work: Work
  readonly session: BuildSession
  readonly copy: BaseCopy
}

async function buildRootfs(parts: BuildParts, rootfs: NewRootfs, running: Running): Promise<void> {
  const { work, session } = rootfs
  const placeRootfs = (path: string) => flatten(parts, { ...rootfs, path }, running)
  await finish(parts, { work, session, placeRootfs }, running)
}

/** Merges the base and the changes of the steps into one file. */
async function flatten(
  parts: BuildParts,
  { work, session, copy, path }: NewRootfs & { readonly path: string },
  { scratch, signal, journal, watch }: Running,
): Promise<void> {
  const { spec, base } = work
  const files = { '/.e2b': identityFile(spec) }
  const whole = { output: path, bytesMax: rootfsBytesMax, base: base.rootfs, files, isFinal: true }
  const changes = `${scratch}/changes.tar`
  if (session.hasChanges) {
    const { guest } = await session.sandbox()
    await watch.time('export', () => guest.exportChanges(changes))
  }
  const copied = await watch.time('copy', () => copy.finished())
  // The sandbox is not needed any more; removing it takes as long as making the image.
  const rootfsSpec = {
    ...whole,
    ...(session.hasChanges ? { changes } : {}),
    ...(copied === undefined ? {} : { copy: copied }),
  }
  const made = watch.time('image', () => parts.rootfs.make(rootfsSpec, signal))
  await settleAll([made, watch.time('close', () => session.close())])
  for (const sentence of await made) journal.note('info', `[finalize] ${sentence}`)
}

const rootfsBytesMax = 128 * 1024 ** 3

function identityFile({ templateId, buildId }: BuildSpec): string {
  return `ENV_ID=${templateId}\nTEMPLATE_ID=${templateId}\nBUILD_ID=${buildId}\n`
}

interface Finish {
  readonly work: Work
  readonly session: BuildSession
  /** Puts the root file system at the path. */
  placeRootfs(path: string): Promise<void>
}

async function finish(
  parts: BuildParts,
  { work, session, placeRootfs }: Finish,
  running: Running,
): Promise<void> {
  const { spec, base, startCommand, readyCommand } = work
  const { artifacts } = parts
  const place = await artifacts.begin(spec.buildId)
  try {
    await placeRootfs(place.rootfs)
    artifacts.settle(spec.buildId)
    running.signal.throwIfAborted()
    const { context } = session
    const isInherited = spec.startCommand === '' && spec.readyCommand === ''
    const { user, workdir } = spec.ignoresContext ? { user: 'user', workdir: undefined } : context
    const defaults = { user, ...(workdir === undefined ? {} : { workdir }) }
    const { rootfs, checkpoint } = place
    const commandContext = isInherited ? (base.startContext ?? base.context) : context
    const controlToken = await finalize(
      parts,
      { spec, rootfs, checkpoint, commandContext, startCommand, readyCommand, defaults },
      running,
    )
    const { teamId } = spec
    const { rootfsKey } = work
    const facts = { teamId, rootfsKey, context, startCommand, readyCommand, defaults, controlToken }
    const isLater = startCommand !== '' && startsAfterRestore(commandContext.variables)
    const whole = isLater ? { ...facts, startContext: commandContext } : facts
    await running.watch.time('publish', () => artifacts.publish({ ...factsOf(work), made: whole }))
  } catch (error) {
    await artifacts.discard(spec.buildId)
    throw error
  }
}

function factsOf({ spec, key }: Work) {
  const { templateId, buildId, resources } = spec
  return { templateId, buildId, resources, key }
}

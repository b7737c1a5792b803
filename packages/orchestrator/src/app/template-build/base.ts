/** The base of a build: an image, or another build. A template that comes with Cay was waited for. */
import type { BuildContext } from '@cay/core/template/build-steps.ts'
import { BuildFailure, type BuildSource, type BuildSpec } from '../../ports/build-spec.ts'
import type { Resources } from '../../ports/container.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import type { PulledImage, SandboxOptions } from '../../ports/template-build.ts'
import { baseKey, imageKey } from './layer-keys.ts'
import type { BuildParts, Running } from './parts.ts'
import { recipeBelow } from './wait-for-recipe.ts'

export interface Base {
  readonly key: string
  readonly rootfs: string
  /** The checkpoint of the base, which is faster than a boot. Absent when it has processes of the base. */
  readonly saved?: NonNullable<SandboxOptions['saved']>
  readonly context: BuildContext
  /** The start command of the template below; empty for none. */
  readonly startCommand: string
  readonly readyCommand: string
  /** The context of the start command, when it is not the one that the steps begin with. */
  readonly startContext?: BuildContext
}

const usualContext: BuildContext = { user: 'user', workdir: undefined, variables: {} }

/** Larger than any image that a sandbox could be created from. */
const rootfsBytesMax = 64 * 1024 ** 3

export async function prepareBase(parts: BuildParts, spec: BuildSpec, running: Running): Promise<Base> {
  const { source } = spec
  if (source.kind === 'build') return fromBuild(spec, await findBuild(parts, source.buildId), running)
  const builds = await parts.artifacts.list()
  const find = (wanted: string) => builds.find(({ alias, made }) => made === undefined && alias === wanted)
  const recipe = recipeBelow(source)
  const build = recipe === undefined ? undefined : find(recipe)
  if (build !== undefined) return fromBuild(spec, build, running)
  if (source.kind === 'recipe')
    throw new BuildFailure(`there is no template '${source.alias}' on the node: it may have been removed`)
  const parent = find('base')
  if (parent === undefined)
    throw new BuildFailure('the base template, which provides the daemon of images, does not exist')
  return await fromImage(parts, { spec, source, parent }, running)
}

async function findBuild({ artifacts }: BuildParts, buildId: string): Promise<TemplateBuild> {
  const find = async () => (await artifacts.list()).find((one) => one.buildId === buildId)
  const build = (await find()) ?? ((await artifacts.fetch?.(buildId)) === true ? await find() : undefined)
  if (build === undefined) throw new BuildFailure('the template to build on is not on this node')
  return build
}

function fromBuild({ resources }: BuildSpec, build: TemplateBuild, { journal }: Running): Base {
  const key = baseKey(['build', build.buildId], resources)
  journal.note('info', `[base] FROM ${build.alias || build.templateId} [${key}]`)
  const { context, startCommand, readyCommand } = build.made ?? startsOf(build)
  const saved = savedOf(build, resources)
  const startContext = build.made?.startContext
  const whole = {
    ...{ key, rootfs: build.rootfs, context, startCommand, readyCommand },
    ...(startContext === undefined ? {} : { startContext }),
  }
  return saved === undefined ? whole : { ...whole, saved }
}

/** What a template that comes with Cay runs. */
function startsOf({ starts }: TemplateBuild) {
  if (starts === undefined) return { context: usualContext, startCommand: '', readyCommand: '' }
  const { user, command, ready } = starts
  return { context: { ...usualContext, user }, startCommand: command, readyCommand: ready }
}

/** A checkpoint is bound to the sizes that it was made with. */
function savedOf(build: TemplateBuild, requested: Resources): Base['saved'] {
  const { made, starts, checkpoint, resources, buildId, foreign } = build
  const { cpuCount, memoryMb, diskSizeMb } = resources
  const fits = cpuCount === requested.cpuCount && memoryMb === requested.memoryMb
  const runsNothing = made === undefined ? starts === undefined : made.startCommand === ''
  if (!fits || !runsNothing || foreign !== undefined) return undefined
  return {
    checkpoint,
    ...(made === undefined ? {} : { controlToken: made.controlToken }),
    // A disk has its size from the beginning.
    ...(diskSizeMb === requested.diskSizeMb ? { poolOf: buildId } : {}),
  }
}

interface ImageBase {
  readonly spec: BuildSpec
  readonly source: BuildSource & { readonly kind: 'image' }
  /** The base template's build. */
  readonly parent: TemplateBuild & { readonly key: string }
}

async function fromImage(
  parts: BuildParts,
  { spec, source, parent }: ImageBase,
  running: Running,
): Promise<Base> {
  const { teamId, resources, force } = spec
  const { image, credential } = source
  const { journal, signal } = running
  const pulled = await parts.images.pull({ teamId, image, credential }, journal.note, signal)
  const filesKey = imageKey(pulled.digest, parent.key)
  const key = baseKey(['image', filesKey], resources)
  const kept = force ? undefined : await parts.bases.find(teamId, filesKey)
  journal.note('info', `${kept === undefined ? '' : 'CACHED '}[base] FROM ${image} [${key}]`)
  const { variables } = pulled
  const context = { ...usualContext, variables }
  const nothing = { startCommand: '', readyCommand: '' }
  if (kept !== undefined) return { key, rootfs: kept.rootfs, context, ...nothing }
  const rootfs = await makeBase(parts, { teamId, filesKey, pulled, parent }, running)
  return { key, rootfs, context, ...nothing }
}

interface NewBase {
  readonly teamId: string
  readonly filesKey: string
  readonly pulled: PulledImage
  readonly parent: TemplateBuild
}

async function makeBase(
  { bases, rootfs }: BuildParts,
  { teamId, filesKey, pulled, parent }: NewBase,
  { journal, signal }: Running,
): Promise<string> {
  const making = await bases.begin(teamId, filesKey)
  const { layers, variables } = pulled
  const spec = { output: making.rootfs, bytesMax: rootfsBytesMax, layers, parts: parent.rootfs }
  try {
    for (const sentence of await rootfs.make({ ...spec, isFinal: false }, signal))
      journal.note('info', `[base] ${sentence}`)
    return (await making.keep({ variables })).rootfs
  } finally {
    await making.discard()
  }
}

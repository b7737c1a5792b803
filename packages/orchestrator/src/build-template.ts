/**
 * `node build-template.ts [--packages=debian|latest] [ALIAS...]`: makes sure that the data directory (CAY_DATA_DIR) holds the
 * templates of these recipes of `templates/`; without any, of `base`. The option says where Python packages come from, now and
 * in later builds; without it that stays as it was. Progress goes to standard output, one line per step with the time since the
 * start; the reason of a failure to standard error.
 * Exit codes: 0 there, 1 failed, 78 wrong settings, 130 and 143 interrupted (and cleaned up).
 */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defaultResources } from '@cay/contract/limits.ts'
import { type CommonSettings, readCommonSettings } from '@cay/kit/data-layout.ts'
import { acquireLock, type HeldLock } from '@cay/kit/host/lock-file.ts'
import { createLogger } from '@cay/kit/log.ts'
import { formatElapsed } from '@cay/kit/progress.ts'
import { exitCodes } from '@cay/kit/service.ts'
import { SettingError } from '@cay/kit/settings.ts'
import { makeCheckpoint } from './app/container/make-checkpoint.ts'
import {
  type BuildSteps,
  type EnsuredTemplate,
  ensureTemplate as ensure,
} from './app/recipe/ensure-template.ts'
import { readOrchestratorSettings } from './config.ts'
import { installationName } from './dialect/network/slot-plan.ts'
import { templateLayout } from './dialect/template/template-layout.ts'
import { HostCgroups } from './edge/container/cgroups.ts'
import { RunscRuntime } from './edge/container/runsc.ts'
import { LinuxHost } from './edge/node/host.ts'
import { readNodeTraits } from './edge/node/node-traits.ts'
import { addBundles } from './edge/recipe/add-bundles.ts'
import { assembleTree, extendTree, type TreeInput } from './edge/recipe/assemble-tree.ts'
import { bundleDaemon } from './edge/recipe/daemon-bundle.ts'
import { makeRecipeImage } from './edge/recipe/make-recipe-image.ts'
import { readHostSuite } from './edge/recipe/mmdebstrap.ts'
import { installNewestPython } from './edge/recipe/newest-python.ts'
import { newestSince, type PackageSource, rememberChoice } from './edge/recipe/package-choices.ts'
import { placeDaemon } from './edge/recipe/place-daemon.ts'
import { extendedByFilesAlone, listRecipes, loadRecipe } from './edge/recipe/recipe-directory.ts'
import { copyTree } from './edge/recipe/tree-files.ts'
import { FileRecords } from './edge/sandbox/file-records.ts'
import { GuestClient } from './edge/sandbox/guest-client.ts'
import { fileTemplateStore } from './edge/template/file-template-store.ts'
import { removeUnusedBuilds } from './edge/template/remove-unused-builds.ts'
import { programRootfs } from './edge/template-build/program-rootfs.ts'
import type { NodeTraits } from './ports/template.ts'
import { cleanStaging, inStaging } from './wiring/staging.ts'
import { machineLayout } from './wiring/wire-machine.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const recipes = fromHere('../../../templates')
const packages = fromHere('../..')
const daemonBundler = fromHere('../../envd/bundle.mjs')
const imageProgram = fromHere('../../builder/src/make-image.ts')

/** Seconds that a second builder waits for the first. */
const lockWaitSecondsMax = 30 * 60

/** Milliseconds after which a node that looks at its templates every few seconds has found the newest build. */
const settledMs = 60_000

const signalExitCodes = { SIGINT: 130, SIGTERM: 143 } as const

const startedMs = Date.now()

/** Failures are not reported from then on. */
let isInterrupted = false

function progress(text: string): void {
  process.stdout.write(`[${formatElapsed(Date.now() - startedMs)}] ${text}\n`)
}

/** The alias that is being built, for error messages. */
let current = 'base'

interface Request {
  readonly aliases: readonly string[]
  /** Absent: as it was chosen before. */
  readonly source?: PackageSource
}

function readRequest(argv: readonly string[]): Request {
  const option = '--packages='
  const aliases = argv.filter((word) => !word.startsWith(option))
  const source = argv.find((word) => word.startsWith(option))?.slice(option.length)
  const all = aliases.length === 0 ? ['base'] : aliases
  if (source === undefined) return { aliases: all }
  if (source !== 'debian' && source !== 'latest')
    throw new Error(`--packages is "debian" or "latest", not "${source}"`)
  return { aliases: all, source }
}

async function main(settings: CommonSettings, { aliases, source }: Request): Promise<void> {
  await checkAliases(aliases)
  const lock = await takeLock(settings.dataDir)
  cleanUpWhenInterrupted(settings.dataDir)
  try {
    const traits = await readTraits()
    for (const alias of aliases) {
      current = alias
      await fetchStored(settings.dataDir, alias)
      const { build, isNew } = await ensureTemplate(settings, traits, source)
      if (!isNew && Date.now() - build.createdAtMs > settledMs)
        await removeOldBuilds(settings.dataDir, traits)
      progress(`template ${build.alias} (${build.templateId}) ${isNew ? 'is built' : 'is up to date'}`)
    }
  } finally {
    await lock.release()
  }
}

/** A node without a build of the template takes the newest one from the object store, with the template's id. */
async function fetchStored(dataDir: string, alias: string): Promise<void> {
  const { objectStore } = readOrchestratorSettings(process.env)
  if (objectStore === undefined) return
  const { fetchStoredRecipe } = await import('./wiring/fetch-stored-recipe.ts')
  await fetchStoredRecipe({ dataDir, settings: objectStore, alias, progress })
}

async function checkAliases(aliases: readonly string[]): Promise<void> {
  const known = await listRecipes(recipes)
  const unknown = aliases.find((alias) => !known.includes(alias))
  if (unknown !== undefined) throw new Error(`there is no recipe "${unknown}": there are ${known.join(', ')}`)
}

async function takeLock(dataDir: string): Promise<HeldLock> {
  const layout = templateLayout(dataDir)
  await mkdir(layout.templates, { recursive: true, mode: 0o700 })
  const free = await acquireLock(layout.lock)
  if (free !== undefined) return free
  progress('another process is building the template: waiting for it')
  const lock = await acquireLock(layout.lock, lockWaitSecondsMax)
  if (lock === undefined)
    throw new Error(`another process has been building for over ${lockWaitSecondsMax} s`)
  return lock
}

/** This runtime is used only to read its version and flags. */
function readTraits(): Promise<NodeTraits> {
  return readNodeTraits(new RunscRuntime({ cgroups: new HostCgroups(installationName(0)) }))
}

/** Removes builds that were superseded a while ago and that no container of this node was created from. */
async function removeOldBuilds(dataDir: string, traits: NodeTraits): Promise<void> {
  const { records } = await new FileRecords(machineLayout(dataDir)).list()
  const used = new Set(records.map((record) => record.buildId))
  for (const directory of await removeUnusedBuilds(dataDir, traits, used))
    progress(`removed ${directory}: nothing uses it`)
}

async function ensureTemplate(
  settings: CommonSettings,
  traits: NodeTraits,
  source: PackageSource | undefined,
): Promise<EnsuredTemplate> {
  const [recipe, suite] = await Promise.all([loadRecipe(recipes, current), readHostSuite()])
  const plain = await addBundles(recipe, packages)
  const choices = templateLayout(settings.dataDir).packages
  const newest = await newestSince(choices, { alias: current, source, nowMs: Date.now() })
  if (newest !== undefined && plain.recipe.newestPython.length === 0)
    throw new Error(
      '--packages latest is for code-interpreter-v1: this one takes nothing from a Python index',
    )
  const loaded = newest === undefined ? plain : { ...plain, digest: `${plain.digest} newest ${newest}` }
  // The newest packages come on top of the tree with those of Debian.
  const below = newest === undefined ? extendedByFilesAlone(loaded) : plain
  const tree = { loaded, suite, nodeProgram: process.execPath, progress, isNewest: newest !== undefined }
  const store = fileTemplateStore(settings.dataDir, traits)
  const ensured = await ensure(store, makeSteps(settings, tree), {
    alias: loaded.recipe.alias,
    resources: { ...defaultResources, memoryMb: loaded.recipe.memoryMb ?? defaultResources.memoryMb },
    recipeDigest: loaded.digest,
    below: below === undefined ? undefined : { alias: below.recipe.alias, recipeDigest: below.digest },
    starts: loaded.recipe.start,
    suite,
    nodeVersion: `${process.versions.node} ${process.arch}`,
    traits,
    buildId: randomUUID(),
    nowMs: Date.now,
    progress,
  })
  await rememberChoice(choices, current, newest)
  return ensured
}

interface StepInput extends Omit<TreeInput, 'tree'> {
  /** Python packages come from an index. */
  readonly isNewest: boolean
}

function makeSteps(settings: CommonSettings, { isNewest, ...input }: StepInput): BuildSteps {
  const log = createLogger('build-template', 'warn')
  const openGuest = (address: string) => new GuestClient(address)
  const { user, start } = input.loaded.recipe
  const rootfs = programRootfs({ makeImage: imageProgram, roomBytes: () => roomBytesOf(settings.dataDir) })
  const addNewest = async (tree: string) => {
    const { newestPython } = input.loaded.recipe
    progress(`Python packages: ${newestPython.join(', ')}`)
    await installNewestPython(tree, newestPython, process.env)
  }
  return {
    assembleTree: async (tree) => {
      await assembleTree({ ...input, tree })
      if (isNewest) await addNewest(tree)
    },
    extendTree: async (below, tree) => {
      if (!isNewest) return await extendTree(below, { ...input, tree })
      await copyTree(below, tree)
      await addNewest(tree)
    },
    bundleDaemon: (directory) => bundleDaemon(daemonBundler, directory),
    placeDaemon: (tree, bundle) => placeDaemon({ tree, bundle, nodeProgram: input.nodeProgram }),
    makeImage: (tree, file) => makeRecipeImage(rootfs, { tree, file }),
    makeCheckpoint: (build) =>
      inStaging(settings.dataDir, log, (parts) =>
        makeCheckpoint({ ...parts, openGuest }, { build, user: user.name, start, progress }),
      ),
  }
}

async function roomBytesOf(dataDir: string): Promise<number> {
  const { diskAvailableMb } = await new LinuxHost(dataDir).room()
  return diskAvailableMb * 2 ** 20
}

/** Cleans processes and mounts up after a signal; the next run removes files. Call it under the lock. */
function cleanUpWhenInterrupted(dataDir: string): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true
      progress(`${signal}: cleaning up`)
      cleanStaging(dataDir)
        .catch((error: unknown) => complain(error))
        .finally(() => process.exit(signalExitCodes[signal]))
    })
  }
}

function complain(error: unknown): void {
  const reasons: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) reasons.push(cause.message)
  const text = reasons.length === 0 ? String(error) : reasons.join(': ')
  process.stderr.write(`the template ${current} could not be built: ${text}\n`)
}

try {
  await main(readCommonSettings(process.env), readRequest(process.argv.slice(2)))
} catch (error) {
  if (error instanceof SettingError) process.stderr.write(`${error.message}\n`)
  else if (!isInterrupted) complain(error)
  process.exitCode = error instanceof SettingError ? exitCodes.badSettings : exitCodes.fault
}

/** Wires the builder of a node. */
import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from '@cay/kit/host/run.ts'
import { diskRoomBytes } from '../app/node/disk-room.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import { RecipeBuilds } from '../app/recipe/recipe-builds.ts'
import { renewUsedRecipes } from '../app/recipe/renew-used-recipes.ts'
import { type BuildBounds, Builds } from '../app/template-build/builds.ts'
import { startCacheCollector } from '../app/template-build/cache-collector.ts'
import type { NodeBuilder } from '../app/template-build/node-builder.ts'
import { endBuildSandboxes, nodeSandboxes } from '../app/template-build/node-sandboxes.ts'
import type { BuildParts } from '../app/template-build/parts.ts'
import { type BuildStoreLayout, buildStoreLayout } from '../dialect/template-build/build-layout.ts'
import type { RegistryRules } from '../dialect/template-build/image-tool.ts'
import { listRecipes } from '../edge/recipe/recipe-directory.ts'
import { GuestClient } from '../edge/sandbox/guest-client.ts'
import { HttpBuildGuest } from '../edge/template-build/build-guest.ts'
import { sweepAside } from '../edge/template-build/cache-entries.ts'
import { evict } from '../edge/template-build/evict.ts'
import { fileArchives } from '../edge/template-build/file-archives.ts'
import { fileBuildArtifacts } from '../edge/template-build/file-build-artifacts.ts'
import { fileBases, fileLayers } from '../edge/template-build/file-layers.ts'
import { programRootfs } from '../edge/template-build/program-rootfs.ts'
import { slotPullTools } from '../edge/template-build/pull-tools.ts'
import { type RegistryLoginOptions, registryLogin } from '../edge/template-build/registry-login.ts'
import { skopeoImages } from '../edge/template-build/skopeo-images.ts'
import type { NodeTraits } from '../ports/template.ts'
import type { ArchiveStore, BuildArtifacts } from '../ports/template-build.ts'
import type { StoredParts } from './wire-artifacts.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const recipes = fromHere('../../../../templates')
const recipeProgram = { name: 'template builder', file: fromHere('../build-template.ts') }
const builder = (path: string) => fromHere(`../../../builder/${path}`)

export interface BuilderOptions {
  readonly dataDir: string
  readonly traits: NodeTraits
  readonly bounds: BuildBounds
  readonly registries: RegistryRules
  readonly logins: RegistryLoginOptions
  /** Maximum size of the build cache in bytes. */
  readonly keptBytesMax: number
  /** Called when a build was published or removed. */
  readonly onChange: () => Promise<void>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Undefined: there is no object store. */
  readonly stored: StoredParts | undefined
}

/** Ends the builds of an earlier run, and wires the builder. */
export async function openBuilder(node: NodeContext, options: BuilderOptions): Promise<NodeBuilder> {
  const { dataDir, traits, bounds, onChange, keptBytesMax } = options
  const layout = buildStoreLayout(dataDir)
  await endBuildSandboxes(node)
  for (const directory of [layout.scratch, layout.making]) {
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
  }
  for (const kind of ['layers', 'bases', 'files']) await sweepAside(`${layout.root}/${kind}`)
  const nowMs = () => node.clock.nowMs()
  const collector = startCacheCollector({
    collect: async () => {
      const roomBytes = await diskRoomBytes(node)
      const usedSinceMs = builds.underWaySinceMs() ?? nowMs()
      await evict({ layout, bytesMax: keptBytesMax, roomBytes, usedSinceMs, nowMs: nowMs(), log: node.log })
    },
    roomBytes: () => diskRoomBytes(node),
    log: node.log,
  })
  const { roomBytes } = collector
  const files = fileArchives(layout, roomBytes)
  const localArchives: ArchiveStore = {
    find: files.find,
    store: (head, bytes) => files.store(head, bytes).finally(collector.soon),
  }
  const localArtifacts = fileBuildArtifacts({ dataDir, store: layout, traits, nowMs, onChange })
  const { archives, artifacts } = await withObjectStore(options.stored, {
    ...{ archives: localArchives, artifacts: localArtifacts, layout },
  })
  const recipeBuilds = new RecipeBuilds({
    ...{ dataDir, onChange, env: options.env, log: node.log, program: recipeProgram },
    recipes: () => listRecipes(recipes),
    ready: async () => (await artifacts.list()).flatMap((one) => (one.made === undefined ? [one.alias] : [])),
  })
  const parts: BuildParts = {
    recipes: recipeBuilds,
    sandboxes: nodeSandboxes(node, {
      openGuest: (access) => new HttpBuildGuest(access, () => diskRoomBytes(node)),
      openClient: (address, tokens, signal) => new GuestClient(address, tokens, { signal }),
      stepProgram: stepProgramIn(layout.stepProgram),
    }),
    images: skopeoImages({
      ...{ layout, roomBytes, rules: options.registries, log: node.log },
      login: registryLogin(options.logins),
      tools: slotPullTools({
        ...{
          slots: node.slots,
          egressClient: node.egressClient,
          host: node.host,
          pulls: node.registry,
          log: node.log,
        },
        ...{ rules: options.registries, scratch: layout.scratch },
      }),
    }),
    rootfs: programRootfs({ makeImage: builder('src/make-image.ts'), roomBytes }),
    layers: fileLayers(layout, traits),
    bases: fileBases(layout),
    files: archives,
    artifacts,
    scratch: async (buildId) => {
      const directory = `${layout.scratch}/${layout.checked(buildId)}`
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
    },
    tidy: collector.soon,
    nowMs,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    log: node.log,
  }
  const builds = new Builds(parts, bounds)
  renewUsedRecipes(node, recipeBuilds).catch((error: unknown) =>
    node.log.error(
      { event: 'template.watch.failed', err: error },
      'failed to watch the bundled templates; it stopped',
    ),
  )
  return {
    builds,
    archives,
    artifacts,
    recipes: recipeBuilds,
    close: async () => {
      collector.close()
      await Promise.all([builds.close(), recipeBuilds.close()])
    },
  }
}

interface BuilderStores {
  readonly archives: ArchiveStore
  readonly artifacts: BuildArtifacts
}

/** Loaded only where there is an object store. */
async function withObjectStore(
  stored: StoredParts | undefined,
  { layout, ...local }: BuilderStores & { readonly layout: BuildStoreLayout },
): Promise<BuilderStores> {
  if (stored === undefined) return local
  const { storeBuilderFiles } = await import('./wire-stored-builds.ts')
  return storeBuilderFiles(stored, { ...local, layout })
}

/** Bundles the step program once in each run of the node, when the first build needs it, so that it always has this version. */
function stepProgramIn(file: string): () => Promise<string> {
  let bundled: Promise<string> | undefined
  return () => {
    bundled ??= run([process.execPath, builder('bundle.mjs'), file]).then(() => file)
    bundled.catch(() => {
      bundled = undefined
    })
    return bundled
  }
}

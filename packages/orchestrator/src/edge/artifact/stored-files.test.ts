/** What of a node's files is stored, and how it comes back into the layout that it had. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, link, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chooseEvicted } from '@cay/core/template/choose-evicted.ts'
import { createLogger } from '@cay/kit/log.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { snapshotsLayout } from '../../dialect/snapshot/snapshot-layout.ts'
import { type Manifest, manifestFormatVersion } from '../../dialect/template/manifest.ts'
import { buildLayout, templateLayout } from '../../dialect/template/template-layout.ts'
import type { ArtifactSpec, Artifacts } from '../../ports/artifact.ts'
import type { Clock } from '../../ports/host.ts'
import type { SnapshotFacts } from '../../ports/snapshot.ts'
import { keptProgram } from '../container/kept-runtimes.ts'
import { FileSnapshots } from '../snapshot/file-snapshots.ts'
import { fileArtifactCache } from './file-artifact-cache.ts'
import { lastUses } from './last-uses.ts'
import { sharedRootfs } from './shared-rootfs.ts'
import { storedBuilds } from './stored-builds.ts'
import { storedRuntimes } from './stored-runtimes.ts'
import { storedSnapshots } from './stored-snapshots.ts'

const snapshotId = '44444444-4444-4444-8444-444444444444'
const otherId = '55555555-5555-4555-8555-555555555555'
const sha256 = createHash('sha256').update('program').digest('hex')
const engine = { program: '/elsewhere/runsc', sha256, version: 'runsc one', flags: [] }

/** Copies of the files, by the artifact's id. */
let storage: string
let specs: Map<string, ArtifactSpec>
/** Artifacts that were fetched, in order. */
let fetched: string[]
/** Called in the middle of each fetch. */
let duringFetch: () => Promise<void>

let nowMs: number
const log = createLogger('orchestrator', 'error')

beforeEach(async () => {
  nowMs = Date.now()
  storage = await temporary()
  specs = new Map()
  fetched = []
  duringFetch = async () => undefined
})

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-stored-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const artifacts: Artifacts = {
  async store(spec) {
    const { artifactId, directory, names, rootfsId, runtimeId } = spec
    if (specs.has(artifactId)) return
    for (const needed of [rootfsId, runtimeId])
      if (needed !== undefined && !specs.has(needed)) throw new Error(`${needed} is not stored`)
    for (const name of names) await cp(join(directory, name), join(storage, artifactId, name))
    specs.set(artifactId, spec)
  },
  async open(artifactId) {
    const spec = specs.get(artifactId)
    if (spec === undefined) return undefined
    const fetch = async (target: string) => {
      fetched.push(artifactId)
      await duringFetch()
      await cp(join(storage, artifactId), target, { recursive: true })
    }
    const { kind, rootfsId } = spec
    return { artifactId, kind, fetch, ...(rootfsId === undefined ? {} : { rootfsId }) }
  },
  findStored: async (ids) => new Set(ids.filter((id) => specs.has(id))),
  listRecipeBuilds: async () => [],
  listOffers: async () => [],
  listLogSegments: async () => [],
  release: async (ids) => {
    for (const id of ids) specs.delete(id)
  },
}

/** A node in a data directory of its own; `isFirst`: with a root file system and a runtime. */
async function startNode({ isFirst = false, isDeferred = false } = {}) {
  const dataDir = await temporary()
  const rootfs = join(dataDir, 'rootfs.erofs')
  if (isFirst) {
    await mkdir(dirname(keptProgram(dataDir, engine.sha256)), { recursive: true })
    await writeFile(keptProgram(dataDir, engine.sha256), 'program')
    await writeFile(rootfs, 'root file system')
    await writeFile(`${rootfs}.paths`, '/\0')
  }
  const local = new FileSnapshots(dataDir, 'avx')
  const shared = sharedRootfs(join(dataDir, 'shared'), artifacts)
  await shared.sweep(0)
  const runtimes = storedRuntimes(dataDir, artifacts)
  const uses = lastUses({ nowMs: () => nowMs } as Clock)
  const snapshots = storedSnapshots({ local, artifacts, rootfs: shared, runtimes, uses, log, isDeferred })
  const builds = storedBuilds({ dataDir, artifacts, rootfs: shared })
  const cache = fileArtifactCache({ dataDir, sharedRootfs: join(dataDir, 'shared'), snapshots, builds, uses })
  return { dataDir, local, shared, snapshots, rootfs, cache }
}

async function publish(node: Awaited<ReturnType<typeof startNode>>, id = snapshotId) {
  const { checkpoint } = await node.snapshots.begin(id)
  await writeFile(`${checkpoint}/pages.img`, `memory of ${id}`)
  const facts: SnapshotFacts = {
    ...{ snapshotId: id, kind: 'memory', owner: 'caller', sandboxId: 'ia', templateId: 't', buildId: 'b' },
    ...{ envdVersion: '1', envVars: {}, controlToken: 'secret', createdAtMs: 1, engine },
    resources: { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 },
  }
  await node.snapshots.publish(facts, node.rootfs)
  return await node.snapshots.upload(id)
}

test('a snapshot is opened on another node with its root file system and the program that made it', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  const opened = await other.snapshots.open(snapshotId)
  expect(await readFile(`${opened.checkpoint}/pages.img`, 'utf8')).toBe(`memory of ${snapshotId}`)
  expect(await readFile(opened.rootfs, 'utf8')).toBe('root file system')
  expect(await readFile(`${opened.rootfs}.paths`, 'utf8')).toBe('/\0')
  expect(await readFile(opened.engine?.program ?? '', 'utf8')).toBe('program')
})

test('the builder and the node of a machine fetch one build and its root file system at the same time', async () => {
  const first = await startNode({ isFirst: true })
  const place = { templateId: 'a'.repeat(20), buildId: otherId }
  const directory = join(templateLayout(first.dataDir).template(place.templateId), place.buildId)
  await mkdir(directory, { recursive: true })
  await link(first.rootfs, buildLayout(directory).rootfs)
  await writeFile(buildLayout(directory).manifest, JSON.stringify({ ...anyManifest, ...place }))
  await storedBuilds({ dataDir: first.dataDir, artifacts, rootfs: first.shared }).store(place)
  const { dataDir } = await startNode()
  const layout = templateLayout(dataDir)
  const process = () =>
    storedBuilds({ dataDir, artifacts, rootfs: sharedRootfs(join(dataDir, 'shared'), artifacts) })
  const both = [process(), process()]
  expect(await Promise.all(both.map((one) => one.fetch(place.buildId)))).toEqual([true, true])
  const build = buildLayout(join(layout.template(place.templateId), place.buildId))
  expect(await readFile(build.rootfs, 'utf8')).toBe('root file system')
  expect(await readdir(layout.template(place.templateId))).toEqual([place.buildId])
  expect(await readdir(join(dataDir, 'shared'))).toHaveLength(1)
  expect((await readdir(layout.templates)).filter((name) => name.startsWith('.'))).toEqual([])
})

const anyManifest: Omit<Manifest, 'templateId' | 'buildId'> = {
  ...{ formatVersion: manifestFormatVersion, alias: 'base', envdVersion: '1', key: 'k', createdAtMs: 1 },
  resources: { cpuCount: 1, memoryMb: 128, diskSizeMb: 1 },
  ...{ runtimeVersion: 'runsc one', runtimeFlags: [], cpuFeatures: 'avx', files: {} },
}

test('a fetched copy that a power failure left without its content is fetched again', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  const pages = `${(await other.snapshots.open(snapshotId)).checkpoint}/pages.img`
  await truncate(pages, 0)
  const opened = await other.snapshots.open(snapshotId)
  expect(await readFile(`${opened.checkpoint}/pages.img`, 'utf8')).toBe(`memory of ${snapshotId}`)
})

test('a damaged snapshot that is nowhere else stays as it is, and is refused', async () => {
  const first = await startNode({ isFirst: true, isDeferred: true })
  await publish(first)
  const pages = `${(await first.snapshots.open(snapshotId)).checkpoint}/pages.img`
  await truncate(pages, 1)
  await expect(first.snapshots.open(snapshotId)).rejects.toMatchObject({ code: 'snapshot_damaged' })
  expect((await stat(pages)).size).toBe(1)
})

test.each(['rootfs', 'runtime'] as const)(
  'a %s that another node has stored with other content is refused by its name, and nothing of it stays',
  async (kind) => {
    await publish(await startNode({ isFirst: true }))
    const shared = [...specs.values()].find((spec) => spec.kind === kind)
    const file = shared?.names.find((name) => !name.endsWith('.paths')) ?? ''
    await writeFile(join(storage, shared?.artifactId ?? '', file), 'of an attacker')
    const other = await startNode()
    await expect(other.snapshots.open(snapshotId)).rejects.toMatchObject({
      code: 'snapshot_damaged',
      message: expect.stringContaining(shared?.artifactId ?? 'none'),
    })
    expect(existsSync(keptProgram(other.dataDir, engine.sha256))).toBe(false)
    expect(await readdir(join(other.dataDir, 'shared'))).toEqual(
      kind === 'rootfs' ? [] : [expect.stringMatching(/^rootfs-/)],
    )
  },
)

test('with durability on the node, a snapshot is published before it is stored', async () => {
  const node = await startNode({ isFirst: true, isDeferred: true })
  expect(await publish(node)).toBe(false)
  expect([...specs]).toEqual([])
  await node.snapshots.store(snapshotId)
  expect(specs.has(snapshotId)).toBe(true)
})

test('a root file system is sent once for all snapshots, and fetched once', async () => {
  const first = await startNode({ isFirst: true })
  await publish(first)
  await publish(first, otherId)
  const rootfsIds = [...specs.keys()].filter((id) => id.startsWith('rootfs-'))
  expect(rootfsIds).toHaveLength(1)
  const other = await startNode()
  const opened = await Promise.all([snapshotId, otherId, snapshotId].map((id) => other.snapshots.open(id)))
  expect(fetched.filter((id) => id.startsWith('rootfs-'))).toEqual(rootfsIds)
  expect(fetched.filter((id) => id === snapshotId)).toHaveLength(1)
  const inodes = await Promise.all(opened.map(async ({ rootfs }) => (await stat(rootfs)).ino))
  expect(new Set(inodes).size).toBe(1)
})

test('the files of a snapshot are fetched while its root file system is', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  const both = Promise.withResolvers<void>()
  duringFetch = async () => {
    if (fetched.length === 2) both.resolve()
    await both.promise
  }
  expect((await other.snapshots.open(snapshotId)).snapshotId).toBe(snapshotId)
  expect(fetched).toContain(snapshotId)
})

test('an open waits for what is being fetched ahead, and tells its failure without another attempt', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  duringFetch = async () => {
    throw new Error('away')
  }
  void other.snapshots.fetchAhead(snapshotId)
  fetched = []
  await expect(other.snapshots.open(snapshotId)).rejects.toThrow('away')
  expect(fetched.filter((id) => id === snapshotId)).toHaveLength(1)
  duringFetch = async () => undefined
  fetched = []
  void other.snapshots.fetchAhead(snapshotId)
  expect((await other.snapshots.open(snapshotId)).snapshotId).toBe(snapshotId)
  expect(fetched.filter((id) => id === snapshotId)).toHaveLength(1)
})

test('a fetch ahead tells the root file system that is here already, while the rest is still fetched', async () => {
  await publish(await startNode({ isFirst: true }))
  await publish(await startNode({ isFirst: true }), otherId)
  const other = await startNode()
  await other.snapshots.open(otherId)
  const released = Promise.withResolvers<void>()
  duringFetch = () => released.promise
  const rootfs = await other.snapshots.fetchAhead(snapshotId)
  expect(await other.local.has(snapshotId)).toBe(false)
  expect(await readFile(rootfs ?? '', 'utf8')).toBe('root file system')
  released.resolve()
  const opened = await other.snapshots.open(snapshotId)
  expect((await stat(opened.rootfs)).ino).toBe((await stat(rootfs ?? '')).ino)
  expect(await other.snapshots.fetchAhead(snapshotId)).toBeUndefined()
})

test('a fetch ahead that fails tells of no root file system', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  duringFetch = async () => {
    throw new Error('away')
  }
  expect(await other.snapshots.fetchAhead(snapshotId)).toBeUndefined()
  expect(await other.snapshots.fetchAhead('44444444-4444-4444-8444-444444444444')).toBeUndefined()
})

test('a snapshot that is removed while it is fetched ahead leaves nothing', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  duringFetch = async () => {
    begun.resolve()
    await released.promise
  }
  void other.snapshots.fetchAhead(snapshotId)
  await begun.promise
  const removed = other.snapshots.remove(snapshotId)
  released.resolve()
  await removed
  expect(await readdir(snapshotsLayout(other.dataDir).snapshots)).toEqual([])
})

test('a node that is killed in the middle of a fetch has no half snapshot, and fetches it again', async () => {
  await publish(await startNode({ isFirst: true }))
  const other = await startNode()
  duringFetch = async () => {
    throw new Error('killed')
  }
  await expect(other.snapshots.open(snapshotId)).rejects.toThrow('killed')
  expect(await other.local.has(snapshotId)).toBe(false)
  duringFetch = async () => undefined
  await other.local.sweep()
  expect(await readdir(snapshotsLayout(other.dataDir).snapshots)).toEqual([])
  expect((await other.snapshots.open(snapshotId)).snapshotId).toBe(snapshotId)
})

test('an evicted snapshot is opened again by fetching it, and one that was used since it was listed stays', async () => {
  const node = await startNode({ isFirst: true })
  await publish(node)
  await publish(node, otherId)
  nowMs += 60_000
  const listed = await node.cache.list()
  expect(listed.map(({ artifactId }) => artifactId)).toEqual([snapshotId, otherId])
  nowMs += 1000
  await node.snapshots.open(otherId)
  expect(await Promise.all(listed.map((one) => node.cache.evict(one)))).toEqual([true, false])
  expect([await node.local.has(snapshotId), await node.local.has(otherId)]).toEqual([false, true])
  const opened = await node.snapshots.open(snapshotId)
  expect(await readFile(`${opened.checkpoint}/pages.img`, 'utf8')).toBe(`memory of ${snapshotId}`)
  expect(fetched).toEqual([snapshotId])
  const [again] = await node.cache.list()
  expect(again?.usedAtMs).toBe(nowMs)
})

test('what a root file system takes counts for the last snapshot that has it', async () => {
  const node = await startNode({ isFirst: true })
  await publish(node)
  await rm(node.rootfs)
  await rm(`${node.rootfs}.paths`)
  const [listed] = await node.cache.list()
  const whole = { ...listed, usedAtMs: 0, files: listed?.files ?? [] }
  const { bytes } = chooseEvicted([whole], { bytesMax: 0, roomBytes: 0, usedSinceMs: 1 })
  expect(bytes).toBe(0)
})

test('what is removed is released, and what was never stored is no error', async () => {
  const node = await startNode({ isFirst: true })
  await publish(node)
  expect(await node.snapshots.has(snapshotId)).toBe(true)
  await node.snapshots.remove(snapshotId)
  expect(await node.snapshots.has(snapshotId)).toBe(false)
  await node.snapshots.remove(otherId)
})

test('a shared root file system goes when no build and no snapshot has it any more', async () => {
  const node = await startNode({ isFirst: true })
  await publish(node)
  const [name = ''] = await readdir(join(node.dataDir, 'shared'))
  await node.shared.sweep(0)
  expect(existsSync(join(node.dataDir, 'shared', name))).toBe(true)
  await node.local.remove(snapshotId)
  await rm(node.rootfs)
  await node.shared.sweep(60_000)
  expect(existsSync(join(node.dataDir, 'shared', name))).toBe(true)
  await node.shared.sweep(0)
  expect(await readdir(join(node.dataDir, 'shared'))).toEqual([])
})

/** The node's side of the object store and control's, over their socket, with a store that is a directory. */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryClient, directoryStore } from '@cay/blobs/edge/directory-store.ts'
import { BlobError } from '@cay/blobs/ports/blob-error.ts'
import { createLogger } from '@cay/kit/log.ts'
import { connectArtifactRecords } from '@cay/orchestrator/edge/artifact/artifact-records.ts'
import { controlArtifacts } from '@cay/orchestrator/edge/artifact/control-artifacts.ts'
import { GarbageRemover } from '@cay/orchestrator/edge/artifact/remove-garbage.ts'
import { openSegmentArchive } from '@cay/orchestrator/edge/artifact/segment-archive.ts'
import type { ArtifactSpec, Artifacts } from '@cay/orchestrator/ports/artifact.ts'
import type { NewSegment } from '@cay/orchestrator/ports/segments.ts'
import { Code } from '@connectrpc/connect'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { eventually, pass, startWorld, type World } from './control-world.ts'

const msPerHour = 3_600_000

let world: World
let directory: string
let artifacts: Artifacts
/** The files that are stored, and where they are fetched to. */
let files: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-objects-'))
  files = await mkdtemp(join(tmpdir(), 'cay-files-'))
  world = await startWorld({ blobs: directoryStore(directory) })
  artifacts = openArtifacts()
  await mkdir(join(files, 'of'))
  await writeFile(join(files, 'of/pages'), Buffer.alloc(5 * 1024 * 1024, 'memory '))
  await writeFile(join(files, 'of/state'), 'state')
  onTestFinished(async () => {
    await rm(directory, { recursive: true, force: true })
    await rm(files, { recursive: true, force: true })
  })
})

const openRecords = () => connectArtifactRecords(join(world.directory, 'artifacts.sock'))
const retryPolicy = { withinMs: 200, firstDelayMs: 20, delayMsMax: 50 }

function openArtifacts(): Artifacts {
  return controlArtifacts({
    records: openRecords(),
    client: directoryClient(directory),
    processors: 2,
    retryPolicy,
  })
}

function spec(artifactId: string, more: Partial<ArtifactSpec> = {}): ArtifactSpec {
  return { artifactId, kind: 'snapshot', directory: join(files, 'of'), names: ['pages', 'state'], ...more }
}

async function fetch(artifactId: string): Promise<string> {
  const target = join(files, `fetched-${artifactId}`)
  await (await artifacts.open(artifactId))?.fetch(target)
  return target
}

const objectsOf = async (artifactId: string) => {
  const names = await readdir(join(directory, 's')).catch(() => [])
  return names.filter((name) => name.startsWith(artifactId))
}
/** The file of an artifact's only object. */
const objectOf = (artifactId: string) => join(directory, 's', `${artifactId}-1`, '0')

test('what is stored is fetched as it was, and its objects hold none of it in clear', async () => {
  await artifacts.store(spec('a'))
  const target = await fetch('a')
  const [before, after] = await Promise.all(
    [join(files, 'of'), target].map((at) => readFile(join(at, 'pages'))),
  )
  expect(before?.equals(after ?? Buffer.alloc(0))).toBe(true)
  expect(await readFile(join(target, 'state'), 'utf8')).toBe('state')
  expect((await readFile(objectOf('a'))).includes('memory memory')).toBe(false)
  expect(await artifacts.findStored(['a', 'b'])).toEqual(new Set(['a']))
  expect(await artifacts.open('b')).toBeUndefined()
})

test.each([
  ['the link that came with its opening', 0],
  ['another link, when the first one is refused', 1],
])('an object is fetched by %s', async (_, refusals) => {
  await artifacts.store(spec('a'))
  let refused = 0
  const client = directoryClient(directory)
  const records = openRecords()
  const asked: number[] = []
  const counting = {
    ...records,
    linkDownload: (request: Parameters<typeof records.linkDownload>[0]) => {
      asked.push(request.number ?? 0)
      return records.linkDownload(request)
    },
  }
  const reader = controlArtifacts({
    records: counting,
    client: {
      ...client,
      get: async (...request: Parameters<typeof client.get>) => {
        if (refused++ < refusals) throw new BlobError('unreachable', 'the link is refused')
        return await client.get(...request)
      },
    },
    processors: 1,
    retryPolicy,
  })
  const target = join(files, 'fetched')
  await (await reader.open('a'))?.fetch(target)
  expect(await readFile(join(target, 'state'), 'utf8')).toBe('state')
  expect(asked).toEqual(Array(refusals).fill(0))
})

test('storing again what is stored sends nothing', async () => {
  await artifacts.store(spec('a'))
  await artifacts.store(spec('a'))
  expect(await objectsOf('a')).toEqual(['a-1'])
})

test('an artifact that is stored twice at the same time is stored once, and both succeed', async () => {
  await Promise.all([artifacts.store(spec('a')), artifacts.store(spec('a'))])
  expect(await objectsOf('a')).toEqual(['a-1'])
})

test.each([
  ['missing', (path: string) => rm(path), 'does not exist'],
  ['cut', (path: string) => writeFile(path, 'half'), 'is damaged'],
  ['longer than it was', (path: string) => appendFile(path, '+'), 'is damaged'],
  ['altered', (path: string) => alter(path), 'is damaged'],
  ['that of another artifact', (path: string) => rename(objectOf('other'), path), 'is damaged'],
])(
  'an object that is %s is refused by its name, leaves nothing, and can be fetched when it is back',
  async (_, damage, words) => {
    await artifacts.store(spec('a'))
    await artifacts.store(spec('other'))
    const whole = await readFile(objectOf('a'))
    await damage(objectOf('a'))
    await expect(fetch('a')).rejects.toMatchObject({
      code: 'snapshot_damaged',
      message: expect.stringMatching(new RegExp(`s/a-1/0.* ${words}|${words}.*s/a-1/0`)),
    })
    expect(await readdir(files)).toEqual(['of'])
    await writeFile(objectOf('a'), whole)
    expect(await readFile(join(await fetch('a'), 'state'), 'utf8')).toBe('state')
  },
)

test('an object store that is away is told as that, and nothing counts as stored', async () => {
  await rename(directory, `${directory}.away`)
  await expect(artifacts.store(spec('a'))).rejects.toMatchObject({ code: 'store_unavailable' })
  await rename(`${directory}.away`, directory)
  expect(await artifacts.findStored(['a'])).toEqual(new Set())
  await artifacts.store(spec('a'))
  expect(await readFile(join(await fetch('a'), 'state'), 'utf8')).toBe('state')
})

test('an artifact that needs one that is not stored is refused', async () => {
  await expect(artifacts.store(spec('a', { rootfsId: 'rootfs-1' }))).rejects.toMatchObject({
    code: 'conflict',
  })
})

describe('garbage', () => {
  const collect = () =>
    new GarbageRemover({
      records: openRecords(),
      directory: directoryStore(directory),
      log: createLogger('orchestrator', 'silent'),
    }).remove()

  test('what is released cannot be opened at once, and its objects are removed', async () => {
    await artifacts.store(spec('a'))
    await artifacts.release(['a', 'never'])
    expect(await artifacts.open('a')).toBeUndefined()
    expect(await objectsOf('a')).toEqual(['a-1'])
    await collect()
    expect(await objectsOf('a')).toEqual([])
  })

  test('objects of a control that was killed before it recorded them are removed after a day', async () => {
    const records = openRecords()
    const killed = controlArtifacts({
      records: { ...records, commitArtifact: () => Promise.reject(new Error('killed')) },
      ...{ client: directoryClient(directory), processors: 2, retryPolicy },
    })
    await expect(killed.store(spec('a'))).rejects.toThrow('killed')
    await world.restart()
    expect(await artifacts.open('a')).toBeUndefined()
    await collect()
    expect(await objectsOf('a')).toEqual(['a-1'])
    world.clock.skip(25 * msPerHour)
    await collect()
    expect(await objectsOf('a')).toEqual([])
  })

  test('an artifact that is stored at the second attempt loses the objects of the first one only', async () => {
    const records = openRecords()
    const killed = controlArtifacts({
      records: { ...records, commitArtifact: () => Promise.reject(new Error('killed')) },
      ...{ client: directoryClient(directory), processors: 2, retryPolicy },
    })
    await expect(killed.store(spec('a', { kind: 'runtime' }))).rejects.toThrow('killed')
    await artifacts.store(spec('a', { kind: 'runtime' }))
    await artifacts.store(spec('user', { kind: 'upload', runtimeId: 'a' }))
    expect(await objectsOf('a')).toEqual(['a-1', 'a-2'])
    world.clock.skip(25 * msPerHour)
    await collect()
    expect(await objectsOf('a')).toEqual(['a-2'])
    expect(await readFile(join(await fetch('a'), 'state'), 'utf8')).toBe('state')
  })
})

describe('logs and metrics', () => {
  const segmentOf = (sandboxId: string): NewSegment => ({
    ...{ sandboxId, stream: 'log', firstNumber: 1, lastNumber: 2, text: `secret lines of ${sandboxId} é` },
    expiresAtMs: world.clock.nowMs() + msPerHour,
  })

  test('of two hundred sandboxes are one encrypted object, of which each is read alone until it expires', async () => {
    const archive = await openSegmentArchive(join(files, 'scratch'), artifacts)
    const ids = Array.from({ length: 200 }, (_, index) => `i${index}`)
    await archive.store(ids.map(segmentOf))
    const [object = '', ...others] = await objectsOf('logs-')
    expect(others).toEqual([])
    expect((await readFile(join(directory, 's', object, '0'))).includes('secret lines')).toBe(false)
    const found = await archive.list(['i7', 'i199', 'never'])
    expect((await archive.read(found)).sort()).toEqual(['secret lines of i199 é', 'secret lines of i7 é'])
    expect(await readdir(join(files, 'scratch'))).toEqual([])
    world.clock.skip(2 * msPerHour)
    await new GarbageRemover({
      records: openRecords(),
      directory: directoryStore(directory),
      log: createLogger('orchestrator', 'silent'),
    }).remove()
    expect(await objectsOf('logs-')).toEqual([])
    expect(await archive.list(['i7'])).toEqual([])
    expect(await archive.read(found)).toEqual(['', ''])
  })
})

describe('a node that has lost its disk', () => {
  async function pauseAndLose(): Promise<string> {
    const sandboxId = await world.create()
    await world.call('POST', `/sandboxes/${sandboxId}/pause`)
    const { machine } = world.node.orchestrator
    const paused = machine.paused.get(sandboxId)
    const snapshot = machine.snapshots.get(paused?.snapshotId ?? '')
    const memory = machine.images.get(snapshot?.checkpoint ?? '')
    if (paused === undefined || snapshot === undefined || memory === undefined) throw new Error('not paused')
    artifactId = paused.snapshotId
    await artifacts.store(
      spec(artifactId, { kind: 'pause', pause: { sandboxId, record: JSON.stringify(paused) } }),
    )
    await world.node.lose(sandboxId)
    // As if fetched: the simulated machine has no object store.
    machine.snapshots.set(artifactId, snapshot)
    machine.images.set(snapshot.checkpoint, memory)
    return sandboxId
  }

  let artifactId: string
  const onNode = async () =>
    (await world.node.client.listSandboxes()).map((one) => [one.sandboxId, one.phase])

  test('gets its paused sandboxes back, and never loses them', async () => {
    const sandboxId = await pauseAndLose()
    await pass(world, 30_000)
    await eventually(async () => expect(await onNode()).toEqual([[sandboxId, 'paused']]))
    await pass(world, 30_000)
    const reply = await world.call('POST', `/sandboxes/${sandboxId}/connect`, { body: { timeout: 60 } })
    expect(reply.status).toBe(201)
  })

  test('resumes a sandbox that it has not got back yet', async () => {
    const sandboxId = await pauseAndLose()
    const reply = await world.call('POST', `/sandboxes/${sandboxId}/connect`, { body: { timeout: 60 } })
    expect(reply.status).toBe(201)
    expect(await onNode()).toEqual([[sandboxId, 'running']])
  })

  test('a sandbox that was killed does not come back, and its key is destroyed', async () => {
    const sandboxId = await pauseAndLose()
    expect((await world.call('DELETE', `/sandboxes/${sandboxId}`)).status).toBe(204)
    await openRecords().takeGarbage({})
    expect(await artifacts.open(artifactId)).toBeUndefined()
    await pass(world, 30_000)
    expect(await onNode()).toEqual([])
  })
})

/** As long as before. */
async function alter(path: string): Promise<void> {
  const content = await readFile(path)
  content.writeUInt8(content.readUInt8(content.length >> 1) ^ 0xff, content.length >> 1)
  await writeFile(path, content)
}

test('a fault of control is told as one, and not as that of the node that asks', async () => {
  const broken = await startWorld({
    blobs: directoryStore(directory),
    around: (part) =>
      Object.assign(Object.create(part), { findStored: () => Promise.reject(new TypeError('a bug')) }),
  })
  const records = connectArtifactRecords(join(broken.directory, 'artifacts.sock'))
  await expect(records.findStored({ artifactIds: ['a'] })).rejects.toMatchObject({ code: Code.Internal })
})

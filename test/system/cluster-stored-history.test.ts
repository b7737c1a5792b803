/** Logs and metrics of sandboxes whose node does not respond, from what it has uploaded. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directAccess } from '@cay/blobs/app/direct-access.ts'
import { createTransferLimits } from '@cay/blobs/app/transfer-limits.ts'
import { uploadArtifact } from '@cay/blobs/app/upload-artifact.ts'
import { frameWorkers } from '@cay/blobs/edge/frame-workers.ts'
import { memorySource } from '@cay/blobs/sim/memory-files.ts'
import { createMemoryStore } from '@cay/blobs/sim/memory-store.ts'
import { ArtifactKind, Artifacts } from '@cay/contract/gen/artifact/artifact_pb.js'
import { createSegmentReader } from '@cay/control/edge/artifact/read-segments.ts'
import type { StoredArtifact } from '@cay/control/ports/artifact.ts'
import { entryText } from '@cay/core/logs/log-lines.ts'
import { seriesText } from '@cay/core/metrics/series-text.ts'
import { createClient } from '@connectrpc/connect'
import { expect, onTestFinished, test } from 'vitest'
import { type Cluster, callerHeader, startCluster } from './cluster-world.ts'

const atMs = Date.UTC(2026, 0, 1)
const lines = (...numbers: number[]) =>
  numbers
    .map((number) =>
      entryText({ number, atMs: atMs + number, level: 'info', message: `line ${number}`, fields: {} }),
    )
    .join('')
const points = (...seconds: number[]) =>
  seriesText({
    resources: { cpuCount: 2, memoryMb: 512, diskSizeMb: 1024 },
    points: seconds.map((second) => ({
      ...{ atMs: atMs + 1000 * second, samples: 1, cpuUsedPercent: 10, memoryUsedBytes: 5 },
      ...{ memoryCacheBytes: 6, diskUsedBytes: 7, sentRate: 1, receivedRate: 2 },
    })),
  })

/** A sandbox whose node has uploaded these parts, each as an artifact of its own, and is away. */
async function startCut(parts: { readonly logs: readonly string[]; readonly metrics: readonly string[] }) {
  const texts = new Map<string, string>()
  const cluster = await startCluster(2, {
    readSegments: async (artifactId) => [texts.get(artifactId) ?? ''],
  })
  const sandboxId = await cluster.create({ timeout: 3600 })
  const home = cluster.nodeOf(await cluster.placeOf(sandboxId))
  const client = createClient(Artifacts, cluster.transport())
  const headers = { [callerHeader]: home.nodeId }
  const all = [
    ...parts.logs.map((text) => [1, text] as const),
    ...parts.metrics.map((text) => [2, text] as const),
  ]
  for (const [index, [stream, text]] of all.entries()) {
    const artifactId = `logs-${index}`
    texts.set(artifactId, text)
    const { attempt } = await client.beginArtifact({ artifactId, kind: ArtifactKind.LOGS }, { headers })
    const numbers = { firstNumber: BigInt(index + 1), lastNumber: BigInt(index + 1), expiresAtMs: 1n << 50n }
    const segments = [{ sandboxId, stream, ...numbers, bytes: BigInt(text.length) }]
    await client.commitArtifact({ artifactId, attempt, manifest: '{}', segments }, { headers })
  }
  home.cut()
  await cluster.pass(20_000)
  return { cluster, sandboxId }
}

const read = (cluster: Cluster, path: string) => cluster.call('GET', path)

test('the log of a sandbox cannot be read while its node is away', async () => {
  const { cluster, sandboxId } = await startCut({ logs: [lines(1, 2), lines(2, 3)], metrics: [] })
  const first = await read(cluster, `/v2/sandboxes/${sandboxId}/logs?direction=forward&limit=2`)
  expect(first.status).toBe(200)
  expect(first.headers.get('x-cay-source')).toBe('object-store')
  expect(first.body).toMatchObject({ logs: [{ message: 'line 1' }, { message: 'line 2' }] })
  const cursor = (first.body as { nextCursor: string }).nextCursor
  const rest = await read(cluster, `/v2/sandboxes/${sandboxId}/logs?pageCursor=${cursor}`)
  expect(rest.body).toMatchObject({ logs: [{ message: 'line 3' }] })
  const newest = await read(cluster, `/v2/sandboxes/${sandboxId}/logs?limit=1`)
  expect(newest.body).toMatchObject({ logs: [{ message: 'line 3' }] })
  const old = await read(cluster, `/sandboxes/${sandboxId}/logs`)
  expect(old.headers.get('x-cay-source')).toBe('object-store')
  expect(old.body).toMatchObject({ logEntries: [1, 2, 3].map((number) => ({ message: `line ${number}` })) })
})

test('the metrics of a sandbox cannot be read while its node is away', async () => {
  const { cluster, sandboxId } = await startCut({ logs: [], metrics: [points(5, 10), points(10, 15)] })
  const start = Math.floor(atMs / 1000) - 60
  const metrics = await read(cluster, `/sandboxes/${sandboxId}/metrics?start=${start}&end=${start + 120}`)
  expect(metrics.headers.get('x-cay-source')).toBe('object-store')
  expect(metrics.body).toMatchObject(
    [5, 10, 15].map((second) => ({
      timestampUnix: Math.floor(atMs / 1000) + second,
      cpuCount: 2,
      memUsed: 5,
    })),
  )
})

test('what a node serves itself does not say that it is from the object store', async () => {
  const cluster = await startCluster(2, { readSegments: async () => [] })
  const sandboxId = await cluster.create({ timeout: 3600 })
  const logs = await read(cluster, `/v2/sandboxes/${sandboxId}/logs`)
  expect(logs.status).toBe(200)
  expect(logs.headers.get('x-cay-source')).toBeNull()
})

test('parts of a log are read out of an encrypted artifact of many', async () => {
  const blobs = createMemoryStore()
  const content = Buffer.from(lines(1) + lines(2))
  const key = randomBytes(32)
  const retryPolicy = { withinMs: 1000, firstDelayMs: 1, delayMsMax: 2 }
  const source = memorySource([{ name: 'segments', bytes: content.length, isExecutable: false, content }])
  const deps = {
    source,
    access: directAccess(blobs, { retryPolicy }),
    limits: createTransferLimits(frameWorkers(1)),
  }
  const upload = await uploadArtifact(deps, { artifactId: 'logs-1', key }, new AbortController().signal)
  const found = { kind: 'logs', manifest: JSON.stringify(upload.manifest) } as StoredArtifact
  const scratch = await mkdtemp(join(tmpdir(), 'cay-segments-'))
  onTestFinished(() => rm(scratch, { recursive: true }))
  const readSegments = await createSegmentReader({
    ...{ blobs, scratch: join(scratch, 'parts') },
    store: { findArtifact: async (artifactId) => (artifactId === 'logs' ? found : undefined) },
    openKey: () => key,
  })
  const cut = lines(1).length
  const segment = {
    sandboxId: 'i',
    stream: 'log',
    firstNumber: 1,
    lastNumber: 1,
    artifactId: 'logs',
  } as const
  expect(
    await readSegments('logs', [
      { ...segment, startByte: 0, bytes: cut },
      { ...segment, startByte: cut, bytes: content.length - cut },
    ]),
  ).toEqual([lines(1), lines(2)])
  expect(await readdir(join(scratch, 'parts'))).toEqual([])
  expect(await readSegments('expired', [{ ...segment, startByte: 0, bytes: cut }])).toEqual([])
})

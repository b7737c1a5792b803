/**
 * What an artifact of 1 GiB costs on its way to an S3 server of this machine and back, beside one connection that puts and gets
 * the same number of bytes and computes nothing. No sandbox runs.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { downloadArtifact } from '@cay/blobs/app/download-artifact.ts'
import { linkedAccess } from '@cay/blobs/app/linked-access.ts'
import { defaultRetryPolicy } from '@cay/blobs/app/retry-policy.ts'
import { createTransferLimits } from '@cay/blobs/app/transfer-limits.ts'
import { uploadArtifact } from '@cay/blobs/app/upload-artifact.ts'
import { directorySink } from '@cay/blobs/edge/directory-sink.ts'
import { directorySource } from '@cay/blobs/edge/directory-source.ts'
import { frameWorkers } from '@cay/blobs/edge/frame-workers.ts'
import { httpSender } from '@cay/blobs/edge/http-request.ts'
import { presignedS3Client } from '@cay/blobs/edge/presigned-client.ts'
import { s3Store } from '@cay/blobs/edge/s3-store.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import { startSwift, swiftOwner } from '../../support/swift-server.ts'
import { swiftTree } from '../../support/swift-tree.ts'
import type { Measured, Measurement } from '../measured.ts'
import { PlainStream } from './plain-stream.ts'

const blockBytes = 64 * 2 ** 20
const blocks = 16
const turnsMax = 5
const linkSeconds = 600
/** 0.8 of the rate of one stream. */
const ratioMax = 1 / 0.8

type Samples = Record<'put' | 'upload' | 'get' | 'download', number[]>

export async function measureObjects({ turns, signal, tell }: Measurement): Promise<Measured> {
  const tree = await swiftTree().catch(String)
  if (!tree.startsWith('/')) return { figures: [], readings: [], notes: [`no S3 server: ${tree}`] }
  await using swift = await startSwift(tree)
  const location = await swift.createBucket('bench')
  const store = s3Store({ location, credentials: swiftOwner, send: httpSender() })
  // The temporary directory of this machine may be in memory, which a node's disk is not.
  const directory = await mkdtemp(join(process.cwd(), '.cay/bench-objects-'))
  const samples: Samples = { put: [], upload: [], get: [], download: [] }
  try {
    const from = join(directory, 'from')
    await writeRandom(from)
    const stream = new PlainStream(location, swiftOwner)
    for (let turn = -1; turn < Math.min(turns, turnsMax); turn++) {
      signal.throwIfAborted()
      tell(`      objects: turn ${turn + 1}`)
      const taken = await measureTurn(store, stream, { directory, from, signal })
      // The first one fills caches.
      if (turn >= 0) for (const [name, ms] of Object.entries(taken)) samples[name as keyof Samples].push(ms)
    }
    stream.close()
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  const { put, upload, get, download } = samples
  const size = 'of 1 GiB of random bytes'
  return {
    figures: [
      { name: `one PUT stream ${size}`, samples: put },
      { name: `upload ${size}`, samples: upload, floor: put, ratioMax },
      { name: `one GET stream ${size}`, samples: get },
      { name: `download ${size}`, samples: download, floor: get },
    ],
    readings: [],
    notes: [],
  }
}

interface Turn {
  readonly directory: string
  readonly from: string
  readonly signal: AbortSignal
}

async function measureTurn(
  store: BlobStore,
  stream: PlainStream,
  { directory, from, signal }: Turn,
): Promise<Record<keyof Samples, number>> {
  const limits = createTransferLimits(frameWorkers(availableParallelism()))
  const links = {
    linkPut: (key: string, body: { bytes: number; sha256: string }) =>
      store.presignPut(key, body, linkSeconds),
    linkGet: (key: string) => store.presignGet(key, linkSeconds),
  }
  const client = presignedS3Client(httpSender())
  const access = linkedAccess({ links, client, retryPolicy: defaultRetryPolicy })
  const key = randomBytes(32)
  const put = await timed(() => stream.put(blocks, blockBytes))
  const get = await timed(() => stream.get(blocks))
  await stream.remove(blocks)
  const source = await directorySource(from)
  const request = { artifactId: randomBytes(12).toString('hex'), key }
  const started = performance.now()
  const { manifest } = await uploadArtifact({ source, access, limits }, request, signal)
  const upload = performance.now() - started
  await source.close()
  const to = join(directory, 'to')
  const sink = await directorySink(to, { isDurable: false })
  const parts = { sink, access, limits, retryPolicy: defaultRetryPolicy }
  const download = await timed(() => downloadArtifact(parts, { manifest, key }, signal))
  await rm(to, { recursive: true })
  for (const object of manifest.objects) await store.delete(object.key)
  return { put, upload, get, download }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

async function writeRandom(directory: string): Promise<void> {
  await mkdir(directory)
  await using file = await open(join(directory, 'pages.img'), 'w')
  for (let block = 0; block < blocks; block++) await file.write(randomBytes(blockBytes))
}

export const insideObjectsFigures = `
  objects             OpenStack Swift with s3api on this machine, which shares its processors. The stream: 16 objects of 64 MiB over
                      one connection, nothing computed. Upload and download: an encrypted artifact with one file of 1 GiB from the
                      disk and back, as a node moves it: with links, which nobody has to ask control for.`

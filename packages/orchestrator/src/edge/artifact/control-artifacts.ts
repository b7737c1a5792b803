/** Artifacts by way of control, which keeps their records and signs requests, and straight to and from the object store. */
import { downloadArtifact } from '@cay/blobs/app/download-artifact.ts'
import { linkedAccess } from '@cay/blobs/app/linked-access.ts'
import { defaultRetryPolicy, type RetryPolicy } from '@cay/blobs/app/retry-policy.ts'
import { createTransferLimits } from '@cay/blobs/app/transfer-limits.ts'
import { uploadArtifact } from '@cay/blobs/app/upload-artifact.ts'
import { parseManifest } from '@cay/blobs/dialect/manifest.ts'
import { directorySink } from '@cay/blobs/edge/directory-sink.ts'
import { directorySource } from '@cay/blobs/edge/directory-source.ts'
import { frameWorkers } from '@cay/blobs/edge/frame-workers.ts'
import { BlobError, isBlobError } from '@cay/blobs/ports/blob-error.ts'
import type { ObjectAccess, ObjectLinks } from '@cay/blobs/ports/object-access.ts'
import type { PresignedClient, PresignedRequest } from '@cay/blobs/ports/presigned.ts'
import {
  ArtifactKind as Kind,
  type LinkResponse,
  type OpenArtifactResponse,
  type LogSegment as SegmentMessage,
  SegmentStream as Stream,
} from '@cay/contract/gen/artifact/artifact_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import { isEntryName } from '@cay/core/files/entry-name.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import {
  type ArtifactKind,
  type ArtifactSpec,
  type Artifacts,
  artifactKinds,
  type OpenedArtifact,
  type PlacedSegment,
  type SegmentStream,
  type StoredSegment,
  segmentStreams,
} from '../../ports/artifact.ts'
import type { ArtifactRecords } from './artifact-records.ts'

const kinds = {
  pause: Kind.PAUSE,
  snapshot: Kind.SNAPSHOT,
  build: Kind.BUILD,
  rootfs: Kind.ROOTFS,
  runtime: Kind.RUNTIME,
  upload: Kind.UPLOAD,
  logs: Kind.LOGS,
} as const satisfies Record<ArtifactKind, Kind>

const streams = { log: Stream.LOG, metrics: Stream.METRICS } as const satisfies Record<SegmentStream, Stream>

export interface ControlArtifactsOptions {
  readonly records: ArtifactRecords
  /** Sends what control has signed. */
  readonly client: PresignedClient
  readonly processors: number
  /** For requests to the object store and to control; an upload or a download fails when it gives up. */
  readonly retryPolicy?: RetryPolicy
}

export function controlArtifacts({
  records,
  client,
  processors,
  retryPolicy = defaultRetryPolicy,
}: ControlArtifactsOptions): Artifacts {
  const limits = createTransferLimits(frameWorkers(processors))
  const accessTo = (attempt: Attempt, links: readonly LinkResponse[] = []): ObjectAccess =>
    linkedAccess({ links: linksOf(records, attempt, links), client, retryPolicy })
  const signal = new AbortController().signal
  const storing = new SerialQueue()
  const store = async (spec: ArtifactSpec): Promise<void> => {
    const { artifactId, directory, names } = spec
    const { key, attempt, isStored } = await records.beginArtifact({ artifactId, kind: kinds[spec.kind] })
    if (isStored) return
    const source = await directorySource(directory, names)
    try {
      const transferId = transferIdOf({ artifactId, attempt })
      const access = accessTo({ artifactId, attempt })
      const deps = { source, access, limits }
      const { manifest, storedBytes } = await uploadArtifact(deps, { artifactId: transferId, key }, signal)
      const facts = { attempt, manifest: JSON.stringify(manifest), storedBytes: BigInt(storedBytes) }
      await records.commitArtifact({ ...commitFields(spec), ...facts })
    } finally {
      await source.close()
    }
  }
  return {
    // A later attempt supersedes an earlier one, so whoever comes second waits, and then finds it stored.
    store: (spec) => storing.run(spec.artifactId, () => namingTheStore(() => store(spec))),
    open: (artifactId) =>
      namingTheStore(async () => {
        const opened = await records.openArtifact({ artifactId }).catch(undefinedIfMissing)
        if (opened === undefined) return undefined
        const fetch: OpenedArtifact['fetch'] = async (target, { isDurable = true } = {}) => {
          const manifest = readManifest(opened, artifactId)
          const sink = await directorySink(target, { isDurable })
          const access = accessTo({ artifactId, attempt: opened.attempt }, opened.links)
          const deps = { sink, access, limits, retryPolicy }
          await downloadArtifact(deps, { manifest, key: opened.key }, signal)
        }
        return openedArtifact(artifactId, opened, (...given) => namingTheStore(() => fetch(...given)))
      }),
    findStored: (artifactIds) =>
      namingTheStore(async () => {
        const { artifactIds: found } = await records.findStored({ artifactIds: [...artifactIds] })
        return new Set(found)
      }),
    listRecipeBuilds: (alias) =>
      namingTheStore(async () => {
        const { builds } = await records.listRecipeBuilds({ alias })
        return builds.map(({ buildId, templateId }) => ({ buildId, templateId }))
      }),
    listOffers: () =>
      namingTheStore(async () => {
        const { offers } = await records.listOffers({})
        return offers.map(({ buildId, storedBytes }) => ({ buildId, bytes: Number(storedBytes) }))
      }),
    listLogSegments: (sandboxIds) =>
      namingTheStore(async () => {
        const { segments } = await records.listLogSegments({ sandboxIds: [...sandboxIds] })
        return segments.flatMap(storedSegment)
      }),
    release: (artifactIds) =>
      namingTheStore(async () => {
        await records.releaseArtifacts({ artifactIds: [...artifactIds] })
      }),
  }
}

interface Attempt {
  readonly artifactId: string
  readonly attempt: number
}

/** The id that the transfer knows an attempt by; control has the same. */
function transferIdOf({ artifactId, attempt }: Attempt): string {
  return `${artifactId}-${attempt}`
}

function commitFields({
  artifactId,
  cpuFeatures = '',
  runtimeId = '',
  rootfsId = '',
  ...spec
}: ArtifactSpec) {
  return {
    ...{ artifactId, cpuFeatures, runtimeId, rootfsId },
    sandboxId: spec.pause?.sandboxId ?? '',
    record: spec.pause?.record ?? '',
    epoch: BigInt(spec.pause?.epoch ?? 0),
    alias: spec.recipe?.alias ?? '',
    templateId: spec.recipe?.templateId ?? '',
    segments: (spec.segments ?? []).map(segmentFields),
  }
}

function segmentFields({ sandboxId, stream, replacesFrom, keptFrom, ...numbers }: PlacedSegment) {
  return {
    ...{ sandboxId, stream: streams[stream] },
    firstNumber: BigInt(numbers.firstNumber),
    lastNumber: BigInt(numbers.lastNumber),
    startByte: BigInt(numbers.startByte),
    bytes: BigInt(numbers.bytes),
    expiresAtMs: BigInt(numbers.expiresAtMs),
    ...(replacesFrom === undefined ? {} : { replacesFrom: BigInt(replacesFrom) }),
    ...(keptFrom === undefined ? {} : { keptFrom: BigInt(keptFrom) }),
  }
}

/** Of a stream that this version does not know, nothing. */
function storedSegment({
  stream: number,
  sandboxId,
  artifactId,
  ...numbers
}: SegmentMessage): StoredSegment[] {
  const stream = segmentStreams.find((name) => streams[name] === number)
  if (stream === undefined) return []
  return [
    {
      ...{ sandboxId, artifactId, stream },
      firstNumber: Number(numbers.firstNumber),
      lastNumber: Number(numbers.lastNumber),
      startByte: Number(numbers.startByte),
      bytes: Number(numbers.bytes),
    },
  ]
}

/** A download may wait for others, and a link is good for 15 minutes. */
const knownLinkMsMax = 300_000

/**
 * Control signs only what belongs to the attempt, so it is told the number alone. `known`: the first downloads, signed already;
 * a second request for one of them asks again, as the link may be what was wrong.
 */
function linksOf(records: ArtifactRecords, attempt: Attempt, known: readonly LinkResponse[]): ObjectLinks {
  const unused = new Map(known.entries())
  const untilMs = performance.now() + knownLinkMsMax
  const takeKnown = (number: number): LinkResponse | undefined => {
    const response = performance.now() < untilMs ? unused.get(number) : undefined
    unused.delete(number)
    return response
  }
  return {
    linkPut: (key, { bytes, sha256 }) =>
      link(records.linkUpload({ ...attempt, number: numberOf(key), bytes: BigInt(bytes), sha256 })),
    linkGet: (key) => {
      const number = numberOf(key)
      return link(takeKnown(number) ?? records.linkDownload({ ...attempt, number }))
    },
  }
}

async function link(response: LinkResponse | Promise<LinkResponse>): Promise<PresignedRequest> {
  try {
    const { method, url, headers } = await response
    return { method: method === 'PUT' ? 'PUT' : 'GET', url, headers }
  } catch (cause) {
    if (ConnectError.from(cause).code !== Code.Unavailable) throw cause
    throw new BlobError('unreachable', 'control does not answer', { cause })
  }
}

function numberOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1))
}

/** A manifest of another artifact would be opened with its key in vain; this says so by name. */
function readManifest({ manifest: text, attempt }: OpenArtifactResponse, artifactId: string) {
  const manifest = parseManifest(JSON.parse(text))
  if (manifest.artifactId === transferIdOf({ artifactId, attempt })) return manifest
  throw new BlobError('damaged', `the manifest of artifact ${artifactId} is that of ${manifest.artifactId}`)
}

function openedArtifact(
  artifactId: string,
  { kind: number, runtimeId, rootfsId }: OpenArtifactResponse,
  fetch: OpenedArtifact['fetch'],
): OpenedArtifact {
  const kind = artifactKinds.find((name) => kinds[name] === number)
  if (kind === undefined)
    throw new ServiceError('snapshot_damaged', `artifact "${artifactId}" has an unknown kind`)
  // What it needs is fetched into directories of these names.
  if (![runtimeId, rootfsId].every((id) => id === '' || isEntryName(id)))
    throw new ServiceError('snapshot_damaged', `artifact "${artifactId}" needs one whose id cannot be a name`)
  return {
    artifactId,
    kind,
    ...(runtimeId === '' ? {} : { runtimeId }),
    ...(rootfsId === '' ? {} : { rootfsId }),
    fetch,
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (ConnectError.from(error).code !== Code.NotFound) throw error
  return undefined
}

/** What is damaged is named; whatever else keeps an object away is the store's or control's absence. */
async function namingTheStore<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (cause) {
    throw named(cause)
  }
}

function named(cause: unknown): unknown {
  if (isBlobError(cause, 'damaged', 'not_found')) {
    const why = `the object store: ${cause.message}`
    return new ServiceError('snapshot_damaged', `an artifact is damaged in ${why}`, { cause })
  }
  // The location is the operator's matter: it is in the log, and in no answer.
  if (isBlobError(cause)) return unavailable('the object store cannot be used at present', cause)
  if (!(cause instanceof ConnectError)) return cause
  // A connection that breaks is "aborted" too, with the system's error as its cause.
  const isSuperseded = cause.code === Code.NotFound || cause.code === Code.FailedPrecondition
  if ((cause.code === Code.Aborted && cause.cause === undefined) || isSuperseded)
    return new ServiceError('conflict', cause.rawMessage, { cause })
  if (cause.code === Code.PermissionDenied) return new ServiceError('forbidden', cause.rawMessage, { cause })
  return unavailable('control does not answer for the object store', cause)
}

function unavailable(message: string, cause: Error): ServiceError {
  return new ServiceError('store_unavailable', message, { cause, context: { why: cause.message } })
}

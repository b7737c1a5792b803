/** The RPC service for what nodes keep in the object store: decodes, calls, encodes. */
import {
  Artifacts,
  ArtifactKind as Kind,
  type LogSegment as SegmentMessage,
  SegmentStream as Stream,
} from '@cay/contract/gen/artifact/artifact_pb.js'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter, type Interceptor } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'
import { forgetGarbage, takeGarbage } from '../app/artifact/collect-garbage.ts'
import { linkDownload, openArtifact } from '../app/artifact/open-artifact.ts'
import {
  beginArtifact,
  commitArtifact,
  linkUpload,
  type StoreArtifactDeps,
} from '../app/artifact/store-artifact.ts'
import {
  type ArtifactKind,
  artifactKinds,
  type LogSegment,
  type NewLogSegment,
  type SegmentStream,
  segmentStreams,
} from '../ports/artifact.ts'

const kindNumbers = {
  pause: Kind.PAUSE,
  snapshot: Kind.SNAPSHOT,
  build: Kind.BUILD,
  rootfs: Kind.ROOTFS,
  runtime: Kind.RUNTIME,
  upload: Kind.UPLOAD,
  logs: Kind.LOGS,
} as const satisfies Record<ArtifactKind, Kind>

const streamNumbers = { log: Stream.LOG, metrics: Stream.METRICS } as const satisfies Record<
  SegmentStream,
  Stream
>

export function artifactRoutes(deps: StoreArtifactDeps): (router: ConnectRouter) => void {
  const { store, clock } = deps
  return (router) =>
    router.service(
      Artifacts,
      {
        async beginArtifact({ artifactId, kind }) {
          const begun = await beginArtifact(deps, { artifactId, kind: kindOf(kind) })
          return begun ?? { isStored: true }
        },
        linkUpload: ({ artifactId, attempt, number, bytes, sha256 }) =>
          linkUpload(deps, { artifactId, attempt, number, bytes: Number(bytes), sha256 }),
        async commitArtifact({ $typeName: _, $unknown: __, storedBytes, segments, ...commit }) {
          const numbers = { storedBytes: Number(storedBytes), segments: segments.map(segmentOf) }
          await commitArtifact(deps, { ...commit, ...numbers })
          return {}
        },
        async listLogSegments({ sandboxIds }) {
          return { segments: (await store.listLogSegments(sandboxIds)).map(messageOf) }
        },
        async openArtifact({ artifactId }) {
          const { kind, ...opened } = await openArtifact(deps, artifactId)
          return { ...opened, kind: kindNumbers[kind] }
        },
        linkDownload: ({ artifactId, attempt, number }) =>
          linkDownload(deps, { artifactId, attempt, number }),
        async findStored({ artifactIds }) {
          return { artifactIds: await store.findStored(artifactIds, clock.nowMs()) }
        },
        async listRecipeBuilds({ alias }) {
          const builds = await store.listStoredRecipes(alias)
          return { builds: builds.map(({ artifactId, templateId }) => ({ buildId: artifactId, templateId })) }
        },
        async releaseArtifacts({ artifactIds }) {
          await store.releaseArtifacts(artifactIds, clock.nowMs())
          return {}
        },
        async takeGarbage() {
          const garbage = await takeGarbage(deps)
          return { garbage: garbage.map(({ keys, ...attempt }) => ({ ...attempt, keys: [...keys] })) }
        },
        async forgetGarbage({ artifactId, attempt }) {
          await forgetGarbage(deps, { artifactId, attempt })
          return {}
        },
      },
      { interceptors: [renderErrors(deps)] },
    )
}

function kindOf(number: Kind): ArtifactKind {
  const kind = artifactKinds.find((name) => kindNumbers[name] === number)
  if (kind === undefined) throw new ConnectError('no such kind of artifact', Code.InvalidArgument)
  return kind
}

function segmentOf(message: SegmentMessage): NewLogSegment {
  const { sandboxId, replacesFrom, keptFrom } = message
  const stream = segmentStreams.find((name) => streamNumbers[name] === message.stream)
  if (stream === undefined) throw new ConnectError('no such stream of a sandbox', Code.InvalidArgument)
  return {
    ...{ sandboxId, stream },
    firstNumber: Number(message.firstNumber),
    lastNumber: Number(message.lastNumber),
    startByte: Number(message.startByte),
    bytes: Number(message.bytes),
    expiresAtMs: Number(message.expiresAtMs),
    ...(replacesFrom === undefined ? {} : { replacesFrom: Number(replacesFrom) }),
    ...(keptFrom === undefined ? {} : { keptFrom: Number(keptFrom) }),
  }
}

function messageOf({ sandboxId, stream, artifactId, ...numbers }: LogSegment) {
  return {
    ...{ sandboxId, artifactId, stream: streamNumbers[stream] },
    firstNumber: BigInt(numbers.firstNumber),
    lastNumber: BigInt(numbers.lastNumber),
    startByte: BigInt(numbers.startByte),
    bytes: BigInt(numbers.bytes),
  }
}

/** Errors are logged here: responses hold no more than the code and the public sentence. */
function renderErrors({ log }: StoreArtifactDeps): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request)
    } catch (error) {
      if (error instanceof ConnectError) throw error
      const { code, message } = toServiceError(error)
      const { rpc, log: level } = errorTable[code]
      log[level](
        { event: 'artifact.request.failed', method: request.method.name, err: error },
        'request failed',
      )
      throw new ConnectError(message, codeFromString(rpc) ?? Code.Internal)
    }
  }
}

/** The RPC service for what nodes keep in the object store: decodes, calls, encodes. */
import {
  Artifacts,
  ArtifactKind as Kind,
  type LogSegment as SegmentMessage,
  SegmentStream as Stream,
} from '@cay/contract/gen/artifact/artifact_pb.js'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type HandlerContext,
  type Interceptor,
} from '@connectrpc/connect'
import { assertMayRemove, assertReleasable } from '../app/artifact/artifact-rights.ts'
import { forgetGarbage, takeGarbage } from '../app/artifact/collect-garbage.ts'
import { linkDownload, openArtifact } from '../app/artifact/open-artifact.ts'
import {
  beginArtifact,
  commitArtifact,
  linkUpload,
  type StoreArtifactDeps,
} from '../app/artifact/store-artifact.ts'
import { withoutForeign } from '../app/node/caller-rights.ts'
import {
  type ArtifactKind,
  artifactKinds,
  type LogSegment,
  type NewLogSegment,
  type SegmentStream,
  segmentStreams,
} from '../ports/artifact.ts'
import { callerNodeId } from './caller-node.ts'
import { toRpcError } from './rpc-error.ts'

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
        async beginArtifact({ artifactId, kind }, context) {
          const caller = callerOf(context)
          const begun = await beginArtifact(deps, { artifactId, kind: kindOf(kind), caller })
          return begun ?? { isStored: true }
        },
        linkUpload: ({ artifactId, attempt, number, bytes, sha256 }, context) => {
          const object = { number, bytes: Number(bytes), sha256 }
          return linkUpload(deps, { artifactId, attempt, ...object, caller: callerOf(context) })
        },
        async commitArtifact(
          { $typeName: _, $unknown: __, storedBytes, epoch, segments, ...commit },
          context,
        ) {
          const numbers = { storedBytes: Number(storedBytes), epoch: Number(epoch) }
          const nodeId = callerOf(context)
          await commitArtifact(deps, { ...commit, ...numbers, segments: segments.map(segmentOf), nodeId })
          return {}
        },
        async listLogSegments({ sandboxIds }, context) {
          const own = await withoutForeign(deps, sandboxIds, callerOf(context))
          return { segments: (await store.listLogSegments([...own])).map(messageOf) }
        },
        async openArtifact({ artifactId }, context) {
          const { kind, links, ...opened } = await openArtifact(deps, {
            artifactId,
            caller: callerOf(context),
          })
          return { ...opened, kind: kindNumbers[kind], links: [...links] }
        },
        linkDownload: ({ artifactId, attempt, number }, context) =>
          linkDownload(deps, { artifactId, attempt, number, caller: callerOf(context) }),
        async findStored({ artifactIds }) {
          return { artifactIds: await store.findStored(artifactIds, clock.nowMs()) }
        },
        async listRecipeBuilds({ alias }) {
          const builds = await store.listStoredRecipes(alias)
          return { builds: builds.map(({ artifactId, templateId }) => ({ buildId: artifactId, templateId })) }
        },
        async listOffers(_, context) {
          const caller = callerOf(context)
          const offers = caller === undefined ? [] : ((await deps.buildOffers?.listFor(caller)) ?? [])
          return { offers: offers.map(({ buildId, bytes }) => ({ buildId, storedBytes: BigInt(bytes) })) }
        },
        async releaseArtifacts({ artifactIds }, context) {
          await assertReleasable(deps, artifactIds, callerOf(context))
          await store.releaseArtifacts(artifactIds, clock.nowMs())
          return {}
        },
        async takeGarbage({ afterArtifactId }, context) {
          assertMayRemove(deps, callerOf(context))
          const garbage = await takeGarbage(deps, afterArtifactId)
          return { garbage: garbage.map(({ keys, ...attempt }) => ({ ...attempt, keys: [...keys] })) }
        },
        async forgetGarbage({ artifactId, attempt }, context) {
          assertMayRemove(deps, callerOf(context))
          await forgetGarbage(deps, { artifactId, attempt })
          return {}
        },
      },
      { interceptors: [renderErrors(deps)] },
    )
}

function callerOf({ values }: HandlerContext): string | undefined {
  return values.get(callerNodeId)
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
      const known = toServiceError(error)
      log[errorTable[known.code].log](
        { event: 'artifact.request.failed', method: request.method.name, err: error },
        'request failed',
      )
      throw toRpcError(known)
    }
  }
}

/** The RPC service of the builder: decodes, calls one verb, encodes. */

import type { MessageInitShape } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import {
  Builder,
  BuildRecipeResponse_State,
  LogEntry_Level,
  type ResourcesSchema,
  type StartBuildRequest,
  type StoreFilesRequest,
  type WatchBuildResponse,
  WatchBuildResponseSchema,
} from '@cay/contract/gen/build/build_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import type { BuildEvent } from '../app/template-build/builds.ts'
import type { NodeBuilder } from '../app/template-build/node-builder.ts'
import type { BuildSource, BuildSpec } from '../ports/build-spec.ts'
import type { RecipeState } from '../ports/recipes.ts'
import { directoryName } from './directory-name.ts'
import { withKeepalive } from './with-keepalive.ts'

/** Milliseconds of silence on a watch before a keepalive. */
const keepaliveMs = 5_000

const levels: Readonly<Record<LogLevel, LogEntry_Level>> = {
  debug: LogEntry_Level.DEBUG,
  info: LogEntry_Level.INFO,
  warn: LogEntry_Level.WARN,
  error: LogEntry_Level.ERROR,
}

const recipeStates: Readonly<Record<RecipeState, BuildRecipeResponse_State>> = {
  unknown: BuildRecipeResponse_State.UNKNOWN,
  building: BuildRecipeResponse_State.BUILDING,
  ready: BuildRecipeResponse_State.READY,
  failed: BuildRecipeResponse_State.FAILED,
}

/** Maximum milliseconds that a call waits. */
const recipeWaitMsMax = 60_000

export function builderRoutes({ builds, artifacts, archives, recipes }: NodeBuilder) {
  return (router: ConnectRouter): void => {
    router.service(Builder, {
      startBuild(request) {
        builds.start(specOf(request))
        return {}
      },
      watchBuild({ buildId, entriesSeen }, { signal }) {
        return withKeepalive(watched(builds.watch(buildId, entriesSeen, signal)), keepaliveMs, () =>
          message({ case: 'keepalive', value: {} }),
        )
      },
      cancelBuild({ buildId, reason }) {
        builds.cancel(buildId, reason)
        return {}
      },
      acknowledgeBuilds({ buildIds }) {
        builds.acknowledge(buildIds)
        return {}
      },
      async listBuilds() {
        const ordered = (await artifacts.list()).filter((build) => build.made !== undefined)
        return {
          knownBuildIds: builds.known(),
          made: ordered.map(({ buildId, templateId, envdVersion, resources }) => ({
            buildId,
            templateId,
            envdVersion,
            resources,
          })),
        }
      },
      async deleteBuilds({ buildIds }) {
        for (const buildId of buildIds) await artifacts.remove(buildId)
        return {}
      },
      async findFiles({ teamId, filesHash }) {
        return { present: (await archives.find(teamId, filesHash)) !== undefined }
      },
      async buildRecipe({ alias, waitMs }, { signal }) {
        const late = AbortSignal.timeout(Math.min(waitMs, recipeWaitMsMax))
        const { state } = await recipes.build(alias, AbortSignal.any([signal, late]))
        return { state: recipeStates[state], progress: recipes.progressOf(alias) }
      },
      async storeFiles(requests) {
        const parts = requests[Symbol.asyncIterator]()
        const first = (await parts.next()).value?.part
        if (first?.case !== 'head')
          throw new ServiceError('request_invalid', 'the first message must say what is to be stored')
        const { teamId, filesHash, sizeBytes } = first.value
        await archives.store({ teamId, filesHash, sizeBytes: Number(sizeBytes) }, bytesOf(parts))
        return {}
      },
    })
  }
}

async function* bytesOf(parts: AsyncIterator<StoreFilesRequest>): AsyncGenerator<Uint8Array> {
  for (let next = await parts.next(); next.done !== true; next = await parts.next())
    if (next.value.part.case === 'bytes') yield next.value.part.value
}

async function* watched(events: AsyncIterable<BuildEvent>): AsyncGenerator<WatchBuildResponse> {
  for await (const event of events) {
    if (event.kind === 'entry') {
      const { timestampMs, level, message: text, phase } = event.entry
      const value = { timestampMs: BigInt(timestampMs), level: levels[level], message: text, step: phase }
      yield message({ case: 'entry', value })
    } else if (event.result.kind === 'ready') {
      const { envdVersion, resources } = event.result
      yield message({
        case: 'outcome',
        value: { outcome: { case: 'ready', value: { envdVersion, resources } } },
      })
    } else {
      const { reason, phase } = event.result
      yield message({
        case: 'outcome',
        value: { outcome: { case: 'failed', value: { reason, step: phase } } },
      })
    }
  }
}

type EventInit = NonNullable<MessageInitShape<typeof WatchBuildResponseSchema>['event']>

function message(event: EventInit): WatchBuildResponse {
  return create(WatchBuildResponseSchema, { event })
}

function specOf(request: StartBuildRequest): BuildSpec {
  const { buildId, templateId, teamId, force, startCommand, readyCommand, ignoresContext } = request
  return {
    ...{ buildId: directoryName(buildId), templateId: directoryName(templateId), teamId },
    ...{ force, startCommand, readyCommand, ignoresContext },
    source: sourceOf(request),
    steps: request.steps.map(({ type, args, filesHash, force: isForced }) => ({
      type,
      args,
      filesHash,
      force: isForced,
    })),
    resources: resourcesOf(request.resources),
  }
}

function sourceOf({ source }: StartBuildRequest): BuildSource {
  if (source.case === 'fromBuildId') return { kind: 'build', buildId: source.value }
  if (source.case === 'fromRecipe') return { kind: 'recipe', alias: source.value }
  if (source.case !== 'image') throw new ServiceError('request_invalid', 'a build needs a source')
  const { image, credential } = source.value
  switch (credential.case) {
    case 'login':
      return { kind: 'image', image, credential: { kind: 'login', ...credential.value } }
    case 'aws':
      return { kind: 'image', image, credential: { kind: 'aws', ...credential.value } }
    case 'gcp':
      return { kind: 'image', image, credential: { kind: 'gcp', serviceAccount: credential.value } }
    default:
      return { kind: 'image', image, credential: undefined }
  }
}

function resourcesOf(resources: MessageInitShape<typeof ResourcesSchema> | undefined) {
  const { cpuCount = 0, memoryMb = 0, diskSizeMb = 0 } = resources ?? {}
  if (cpuCount < 1 || memoryMb < 1 || diskSizeMb < 1)
    throw new ServiceError('request_invalid', 'a build needs sizes for its sandboxes')
  return { cpuCount, memoryMb, diskSizeMb }
}

/** The node's door for building templates, spoken to over its local socket. */
import {
  Builder,
  BuildRecipeResponse_State,
  LogEntry_Level,
  type WatchBuildResponse,
} from '@cay/contract/gen/build/build_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import type { LogLevel } from '@cay/core/logs/entry.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import { Code, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { BuilderClient, BuildNews, BuildOnNode } from '../../ports/build.ts'
import { type Meanings, mapRpcErrors, nodePatienceMs } from '../node/orchestrator-client.ts'

const quick = { timeoutMs: 15_000 }
/** For the bytes of one archive. */
const storeMsMax = 3_600_000
/** Clients give up after a minute: before that they are told what they wait for. */
const recipeWaitMs = 45_000
const silenceMsMax = 15_000
/** Bytes of one message. */
const pieceBytes = 1024 * 1024

const ofStore: Meanings = { [Code.InvalidArgument]: 'request_invalid' }

export function connectBuilder(socketPath: string): BuilderClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://orchestrator',
    nodeOptions: { socketPath },
    interceptors: [traceCallsOut, waitForPeer(nodePatienceMs)],
  })
  const client = createClient(Builder, transport)
  return {
    async startBuild(order) {
      try {
        await mapRpcErrors({}, client.startBuild(toRequest(order), quick))
      } catch (error) {
        if (!isServiceError(error, 'already_exists')) throw error
      }
    },
    async *watchBuild(buildId, entriesSeen, signal) {
      // Asked first: what a stream fails with does not tell a build that is unknown from a node that is away.
      const { knownBuildIds } = await mapRpcErrors({}, client.listBuilds({}, quick))
      if (!knownBuildIds.includes(buildId)) return
      const open = (each: AbortSignal) => client.watchBuild({ buildId, entriesSeen }, { signal: each })
      for await (const message of withIdleTimeout({ open, idleMs: silenceMsMax, signal })) {
        const news = toNews(message)
        if (news !== undefined) yield news
      }
    },
    async cancelBuild(buildId, reason) {
      try {
        await mapRpcErrors({}, client.cancelBuild({ buildId, reason }, quick))
      } catch (error) {
        if (!isServiceError(error, 'not_found')) throw error
      }
    },
    async acknowledgeBuilds(buildIds) {
      await mapRpcErrors({}, client.acknowledgeBuilds({ buildIds: [...buildIds] }, quick))
    },
    async listMade() {
      const { made, knownBuildIds } = await mapRpcErrors({}, client.listBuilds({}, quick))
      return {
        made: made.map(({ buildId, envdVersion }) => ({ buildId, envdVersion })),
        knownBuildIds: [...knownBuildIds],
      }
    },
    async deleteBuilds(buildIds) {
      await mapRpcErrors({}, client.deleteBuilds({ buildIds: [...buildIds] }, quick))
    },
    async buildRecipe(alias) {
      const request = client.buildRecipe({ alias, waitMs: recipeWaitMs }, { timeoutMs: 2 * recipeWaitMs })
      return recipeStates[(await mapRpcErrors({}, request)).state]
    },
    async hasFiles(teamId, filesHash) {
      return (await mapRpcErrors({}, client.findFiles({ teamId, filesHash }, quick))).present
    },
    async storeFiles({ teamId, filesHash, sizeBytes }, bytes) {
      const head = { teamId, filesHash, sizeBytes: BigInt(sizeBytes) }
      await mapRpcErrors(ofStore, client.storeFiles(messages(head, bytes), { timeoutMs: storeMsMax }))
    },
  }
}

const recipeStates = {
  [BuildRecipeResponse_State.UNSPECIFIED]: 'unknown',
  [BuildRecipeResponse_State.UNKNOWN]: 'unknown',
  [BuildRecipeResponse_State.BUILDING]: 'building',
  [BuildRecipeResponse_State.READY]: 'ready',
  [BuildRecipeResponse_State.FAILED]: 'failed',
} as const

async function* messages(
  head: { teamId: string; filesHash: string; sizeBytes: bigint },
  bytes: AsyncIterable<Uint8Array>,
) {
  yield { part: { case: 'head' as const, value: head } }
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += pieceBytes)
      yield { part: { case: 'bytes' as const, value: Uint8Array.from(piece.subarray(at, at + pieceBytes)) } }
}

function toRequest({ source, steps, ...order }: BuildOnNode) {
  return {
    ...order,
    steps: steps.map(({ type, args, filesHash, force }) => ({ type, args: [...args], filesHash, force })),
    source:
      source.kind === 'build'
        ? { case: 'fromBuildId' as const, value: source.buildId }
        : {
            case: 'image' as const,
            value: { image: source.image, credential: toCredential(source.credential) },
          },
  }
}

type Credential = (BuildOnNode['source'] & { kind: 'image' })['credential']

function toCredential(credential: Credential) {
  switch (credential?.kind) {
    case 'login':
      return {
        case: 'login' as const,
        value: { username: credential.username, password: credential.password },
      }
    case 'aws': {
      const { accessKeyId, secretAccessKey, region } = credential
      return { case: 'aws' as const, value: { accessKeyId, secretAccessKey, region } }
    }
    case 'gcp':
      return { case: 'gcp' as const, value: credential.serviceAccount }
    default:
      return { case: undefined }
  }
}

const levels: Readonly<Record<LogEntry_Level, LogLevel>> = {
  [LogEntry_Level.UNSPECIFIED]: 'info',
  [LogEntry_Level.DEBUG]: 'debug',
  [LogEntry_Level.INFO]: 'info',
  [LogEntry_Level.WARN]: 'warn',
  [LogEntry_Level.ERROR]: 'error',
}

function toNews({ event }: WatchBuildResponse): BuildNews | undefined {
  if (event.case === 'entry') {
    const { timestampMs, level, message, step } = event.value
    return { kind: 'entry', entry: { timestampMs: Number(timestampMs), level: levels[level], message, step } }
  }
  if (event.case !== 'outcome') return undefined
  const { outcome } = event.value
  if (outcome.case === 'failed') return { kind: 'failed', ...outcome.value }
  if (outcome.case !== 'ready') return undefined
  const { envdVersion, resources } = outcome.value
  const { cpuCount = 0, memoryMb = 0, diskSizeMb = 0 } = resources ?? {}
  return { kind: 'ready', envdVersion, resources: { cpuCount, memoryMb, diskSizeMb } }
}

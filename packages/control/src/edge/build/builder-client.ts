/** Client of the node's builder service, over its Unix socket. */
import { Builder } from '@cay/contract/gen/build/build_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { Code, createClient, type Transport } from '@connectrpc/connect'
import { recipeStates, toBuildMessage, toNews } from '../../dialect/build-messages.ts'
import type { BuilderClient } from '../../ports/build.ts'
import { createNodeTransport } from '../node/node-transport.ts'
import { type Meanings, mapRpcErrors, mapStartErrors } from '../node/rpc-errors.ts'

const quick = { timeoutMs: 15_000 }
/** Timeout in milliseconds for the upload of one archive. */
const storeMsMax = 3_600_000
/** Clients time out after a minute, so they get an explanatory error before that. */
const recipeWaitMs = 45_000
const silenceMsMax = 15_000
/** Maximum size of a message in bytes. */
const pieceBytes = 1024 * 1024

const ofStore: Meanings = { [Code.InvalidArgument]: 'request_invalid' }

export function connectBuilder(socketPath: string): BuilderClient {
  return callBuilder(createNodeTransport(socketPath))
}

export function callBuilder(transport: Transport): BuilderClient {
  const client = createClient(Builder, transport)
  return {
    async startBuild(build) {
      try {
        await mapStartErrors({}, client.startBuild(toBuildMessage(build), quick))
      } catch (error) {
        if (!isServiceError(error, 'already_exists')) throw error
      }
    },
    async *watchBuild(buildId, entriesSeen, signal) {
      // Asked first, because a failed stream does not distinguish an unknown build from an unreachable node.
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
    async buildRecipe(alias, waitMsMax = recipeWaitMs) {
      const waitMs = Math.min(waitMsMax, recipeWaitMs)
      const request = client.buildRecipe({ alias, waitMs }, { timeoutMs: 2 * recipeWaitMs })
      const { state, progress } = await mapRpcErrors({}, request)
      return { state: recipeStates[state], progress }
    },
    async hasFiles(teamId, filesHash) {
      return (await mapRpcErrors({}, client.findFiles({ teamId, filesHash }, quick))).present
    },
    async storeFiles({ teamId, filesHash, sizeBytes }, bytes) {
      // Asked first, because a call waits for a node that is about to be there, and a stream cannot be sent again.
      await mapRpcErrors({}, client.listBuilds({}, quick))
      const head = { teamId, filesHash, sizeBytes: BigInt(sizeBytes) }
      await mapRpcErrors(ofStore, client.storeFiles(messages(head, bytes), { timeoutMs: storeMsMax }))
    },
  }
}

async function* messages(
  head: { teamId: string; filesHash: string; sizeBytes: bigint },
  bytes: AsyncIterable<Uint8Array>,
) {
  yield { part: { case: 'head' as const, value: head } }
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += pieceBytes)
      yield { part: { case: 'bytes' as const, value: Uint8Array.from(piece.subarray(at, at + pieceBytes)) } }
}

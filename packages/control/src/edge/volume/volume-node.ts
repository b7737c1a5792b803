/** Calls the volumes of a node: over its Unix socket, or over the link of a node of a cluster. */
import type { IncomingMessage } from 'node:http'
import { Volumes } from '@cay/contract/gen/volume/volume_pb.js'
import { headers } from '@cay/contract/names.ts'
import { forwardRequest } from '@cay/kit/flow/forward-request.ts'
import { Code, createClient, type Transport } from '@connectrpc/connect'
import type { Forward } from '../../ports/node-transports.ts'
import type { VolumeNode } from '../../ports/volume.ts'
import { createNodeTransport } from '../node/node-transport.ts'
import { type Meanings, mapRpcErrors, nodeUnavailable } from '../node/rpc-errors.ts'

/** Making a file system takes well under a second. */
const quick = { timeoutMs: 30_000 }

/** Messages of the node say what else than the node does not respond. */
const attachMeanings: Meanings = {
  [Code.Aborted]: 'volume_in_use',
  [Code.FailedPrecondition]: 'stale_epoch',
  [Code.Unavailable]: 'node_unavailable',
}

export function connectVolumes(socketPath: string): VolumeNode {
  return callVolumes(createNodeTransport(socketPath), (request, response, headers) =>
    forwardRequest({ socketPath, headers }, request, response),
  )
}

export function callVolumes(transport: Transport, forward: Forward): VolumeNode {
  const client = createClient(Volumes, transport)
  return {
    async createVolume(volumeId, sizeMb) {
      const meanings = { [Code.ResourceExhausted]: 'node_disk_full' } as const
      await mapRpcErrors(meanings, client.createVolume({ volumeId, sizeMb }, quick))
    },
    async deleteVolume(volumeId) {
      await mapRpcErrors({}, client.deleteVolume({ volumeId }, quick))
    },
    async attachVolume(volumeId, epoch) {
      await mapRpcErrors(attachMeanings, client.attachVolume({ volumeId, epoch: BigInt(epoch) }, quick))
    },
    async detachVolume(volumeId, epoch) {
      await mapRpcErrors(attachMeanings, client.detachVolume({ volumeId, epoch: BigInt(epoch) }, quick))
    },
    async describeVolume(volumeId) {
      const usage = await mapRpcErrors({}, client.describeVolume({ volumeId }, quick))
      return {
        totalBytes: Number(usage.totalBytes),
        usedBytes: Number(usage.usedBytes),
        totalFiles: Number(usage.totalFiles),
        usedFiles: Number(usage.usedFiles),
      }
    },
    forwardContent: (request, response, teamId) =>
      forward(request, response, { ...passedHeaders(request), [headers.contentTeam]: teamId }).catch(
        (error: unknown) => {
          throw nodeUnavailable(error)
        },
      ),
  }
}

/** The node is trusted with no header but these: the token stays here. */
const passedNames = ['content-type', 'content-length', 'transfer-encoding', 'range', 'expect'] as const

function passedHeaders({ headers: given }: IncomingMessage): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of passedNames) {
    const value = given[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}

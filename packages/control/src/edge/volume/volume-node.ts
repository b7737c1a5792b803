/** Calls the volumes of the node, over its Unix socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Volumes } from '@cay/contract/gen/volume/volume_pb.js'
import { forwardRequest } from '@cay/kit/flow/forward-request.ts'
import { createClient } from '@connectrpc/connect'
import type { VolumeNode } from '../../ports/volume.ts'
import { createNodeTransport } from '../node/node-transport.ts'
import { mapRpcErrors, nodeUnavailable } from '../node/rpc-errors.ts'

/** Making a file system takes well under a second. */
const quick = { timeoutMs: 30_000 }

export function connectVolumes(socketPath: string): VolumeNode {
  const client = createClient(Volumes, createNodeTransport(socketPath))
  return {
    async createVolume(volumeId, sizeMb) {
      await mapRpcErrors({}, client.createVolume({ volumeId, sizeMb }, quick))
    },
    async deleteVolume(volumeId) {
      await mapRpcErrors({}, client.deleteVolume({ volumeId }, quick))
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
    forwardContent: (request, response) => forward(socketPath, request, response),
  }
}

/** The node is trusted with no header but these: the token stays here. */
const passedHeaders = ['content-type', 'content-length', 'transfer-encoding', 'range', 'expect']

function forward(socketPath: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const passed = passedHeaders.map((name) => [name, request.headers[name]] as const)
  const headers = Object.fromEntries(passed.filter(([, value]) => value !== undefined))
  return forwardRequest({ socketPath, headers }, request, response).catch((error: unknown) => {
    throw nodeUnavailable(error)
  })
}

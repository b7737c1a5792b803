/** Calls the volumes of the node, over its Unix socket. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { Volumes } from '@cay/contract/gen/volume/volume_pb.js'
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
  return new Promise((resolve, reject) => {
    const { method, url, headers } = request
    const passed = Object.fromEntries(passedHeaders.map((name) => [name, headers[name]] as const))
    const known = Object.fromEntries(Object.entries(passed).filter(([, value]) => value !== undefined))
    const upstream = httpRequest({ socketPath, method, path: url, headers: known })
    upstream.on('error', (error) => {
      if (response.headersSent) response.destroy()
      else reject(nodeUnavailable(error))
    })
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    response.on('close', () => {
      upstream.destroy()
      resolve()
    })
    request.on('error', (error) => upstream.destroy(error))
    request.pipe(upstream)
  })
}

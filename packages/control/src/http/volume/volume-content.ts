/** The content of volumes: who calls is checked here, and the request is passed to the node, body by body. */

import { errorTable, isServiceError, ServiceError, toServiceError } from '@cay/core/errors.ts'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { nodeForVolume } from '../../app/volume/attach-volumes.ts'
import { findVolume } from '../../app/volume/volumes.ts'
import { describeMissingRoute } from '../../dialect/missing-route.ts'
import type { VolumeNode } from '../../ports/volume.ts'

const route = '/volumecontent/:volumeID/:part'
const parts: readonly string[] = ['dir', 'file', 'path']

export function addVolumeContent(app: FastifyInstance, deps: Deps): void {
  /** Where the volume of a request is, between the check of its caller and the rest. */
  const nodes = new WeakMap<object, VolumeNode>()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler(sendContentError)
    scope.route<{ Params: { volumeID: string; part: string } }>({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: route,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { isLongUpload: true },
      onRequest: async (request) => {
        if (!parts.includes(request.params.part))
          throw new ServiceError('not_found', describeMissingRoute(request))
        nodes.set(request.raw, await nodeFor(deps, request.params.volumeID, request))
      },
      handler: async (request, reply) => {
        const node = nodes.get(request.raw)
        reply.hijack()
        try {
          await node?.forwardContent(request.raw, reply.raw)
        } catch (error) {
          sendRaw(reply, error)
          drainRequest(request.raw)
        }
        return reply
      },
    })
  })
}

async function nodeFor(deps: Deps, volumeID: string, request: FastifyRequest): Promise<VolumeNode> {
  const teamId = await deps.volumeTokens.check(request.headers.authorization, volumeID)
  return await nodeForVolume(deps, await findVolume(deps, teamId, volumeID))
}

/** Here the code of an error is a text. */
function sendContentError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, message } = isServiceError(error) ? error : toServiceError(error)
  reply.code(errorTable[code].http).send({ code, message })
  drainRequest(request.raw)
}

function sendRaw({ raw }: FastifyReply, error: unknown): void {
  if (raw.headersSent) {
    raw.destroy()
    return
  }
  const { code, message } = toServiceError(error)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  raw.writeHead(errorTable[code].http, headers).end(JSON.stringify({ code, message }))
}

/** The content of volumes: who calls is checked here, and the request is passed to the node, body by body. */

import { errorTable, ServiceError, toServiceError } from '@cay/core/errors.ts'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { RateLimiter } from '../../app/team/rate-limiter.ts'
import { findTeam } from '../../app/team/teams.ts'
import { nodeForVolume } from '../../app/volume/attach-volumes.ts'
import { createContentAudit } from '../../app/volume/audit-content.ts'
import type { TokenHolder } from '../../app/volume/volume-tokens.ts'
import { findVolume } from '../../app/volume/volumes.ts'
import { type ContentOperation, contentOperationOf } from '../../dialect/content-operation.ts'
import { describeMissingRoute } from '../../dialect/missing-route.ts'
import type { VolumeNode } from '../../ports/volume.ts'
import { markKnown } from '../limit-clients.ts'
import { enforceRateLimit } from '../rate-limit-headers.ts'

const route = '/volumecontent/:volumeID/:part'

interface ContentParams {
  readonly volumeID: string
  readonly part: string
}

/** A request whose token was accepted. */
interface ContentCall extends TokenHolder {
  readonly operation: ContentOperation
  readonly volumeId: string
}

export function addVolumeContent(app: FastifyInstance, deps: Deps): void {
  const calls = new WeakMap<object, ContentCall>()
  /** Where the volume of a request is, between the check of its caller and the rest. */
  const nodes = new WeakMap<object, VolumeNode>()
  const limiter = new RateLimiter(deps.clock, deps.replicas)
  const audit = createContentAudit(deps)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler(async (error, request, reply) => {
      const call = calls.get(request.raw)
      if (call !== undefined) await audit({ ...call, ...refusalOf(error) })
      sendContentError(error, request, reply)
    })
    scope.route<{ Params: ContentParams }>({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: route,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      config: { isLongUpload: true, hasCredential: true },
      onRequest: async (request, reply) => {
        const call = await identify(deps, request)
        calls.set(request.raw, call)
        markKnown(request)
        const verdict = limiter.take(await findTeam(deps.store, call.teamId), call.operation)
        enforceRateLimit((name, value) => reply.raw.setHeader(name, value), verdict)
        const volume = await findVolume(deps, call.teamId, call.volumeId)
        nodes.set(request.raw, await nodeForVolume(deps, volume))
      },
      handler: async (request, reply) => {
        const [call, node] = [calls.get(request.raw), nodes.get(request.raw)]
        if (call === undefined || node === undefined)
          throw new TypeError('a handler ran before its token was checked')
        reply.hijack()
        try {
          await node.forwardContent(request.raw, reply.raw, call.teamId)
          await audit({ ...call, ...outcomeOf(reply) })
        } catch (error) {
          sendRaw(reply, error)
          drainRequest(request.raw)
          await audit({ ...call, ...refusalOf(error) })
        }
        return reply
      },
    })
  })
}

/** Throws not_found, credential_missing, credential_unknown. */
async function identify(
  { volumeTokens }: Pick<Deps, 'volumeTokens'>,
  request: FastifyRequest<{ Params: ContentParams }>,
): Promise<ContentCall> {
  const { volumeID, part } = request.params
  const operation = contentOperationOf(request.method, part)
  if (operation === undefined) throw new ServiceError('not_found', describeMissingRoute(request))
  const holder = await volumeTokens.check(request.headers.authorization, volumeID)
  return { ...holder, operation, volumeId: volumeID.toLowerCase() }
}

/** A client that has left before the response may have had its effect all the same. */
function outcomeOf({ raw }: FastifyReply) {
  return raw.headersSent
    ? { status: raw.statusCode }
    : refusalOf(new ServiceError('deadline_exceeded', 'the client has left'))
}

/** As the node says. */
const retrySeconds = 5

function headersOf({ code, retryAfterSeconds }: ServiceError): Record<string, string> {
  const seconds = retryAfterSeconds ?? (errorTable[code].http === 503 ? retrySeconds : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

function refusalOf(error: unknown) {
  const { code } = toServiceError(error)
  return { status: errorTable[code].http, code }
}

/** Here the code of an error is a text. */
function sendContentError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toServiceError(error)
  const { code, message } = known
  reply.code(errorTable[code].http).headers(headersOf(known)).send({ code, message })
  drainRequest(request.raw)
}

function sendRaw({ raw }: FastifyReply, error: unknown): void {
  if (raw.headersSent) {
    raw.destroy()
    return
  }
  const known = toServiceError(error)
  const { code, message } = known
  const headers = { 'content-type': 'application/json; charset=utf-8', ...headersOf(known) }
  raw.writeHead(errorTable[code].http, headers).end(JSON.stringify({ code, message }))
}

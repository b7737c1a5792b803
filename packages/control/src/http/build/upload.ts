/** The upload route for files of COPY steps: a raw body of any size, authenticated by the link alone. */
import { Readable } from 'node:stream'
import { ServiceError } from '@cay/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeUpload, uploadPath } from '../../app/build/upload-links.ts'
import type { Deps } from '../../app/deps.ts'
import { markKnown } from '../limit-clients.ts'

/** Uploads have their own limit with a descriptive error. */
const bodyBytesMax = Number.MAX_SAFE_INTEGER

export function addUpload(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // Other methods of this path belong to a template with this name.
    scope.route({
      method: 'POST',
      url: uploadPath,
      onRequest: async (_, reply) => {
        reply.header('allow', 'PUT')
        throw new ServiceError('method_not_allowed', 'an upload link takes PUT')
      },
      handler: async () => undefined,
    })
    const config = { isLongUpload: true, hasCredential: true }
    scope.put(uploadPath, { bodyLimit: bodyBytesMax, config }, async (request, reply) => {
      await takeUpload(deps, uploadOf(request), bytesOf(request))
      return reply.code(200).send()
    })
  })
}

function uploadOf({ query, headers }: FastifyRequest) {
  const text = (name: string): string => {
    const value =
      typeof query === 'object' && query !== null
        ? Object.entries(query).find(([key]) => key === name)?.[1]
        : ''
    if (typeof value !== 'string' || value === '')
      throw new ServiceError('request_invalid', `the link lacks "${name}"`)
    return value
  }
  const sizeBytes = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(sizeBytes))
    throw new ServiceError('request_invalid', 'the upload must say its length')
  return {
    team: text('team'),
    hash: text('hash'),
    expires: text('expires'),
    id: text('id'),
    token: text('token'),
    sizeBytes,
  }
}

/** They are not read before the link was checked. */
async function* bytesOf(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  markKnown(request)
  if (request.body instanceof Readable) yield* request.body
}

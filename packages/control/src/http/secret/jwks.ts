import { operations } from '@cay/contract/gen/control/operations.js'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../app/deps.ts'
import { publishedKeys } from '../../app/secret/identity.ts'

/** Cache lifetime in seconds: a key is published for this long before it signs. */
const cacheSeconds = 3600

/** The key set is public. */
export function addJwks(app: FastifyInstance, deps: Deps): void {
  app.get(operations.getJwks.url, async (_, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', `public, max-age=${cacheSeconds}`)
    return reply.send(JSON.stringify(await publishedKeys(deps)))
  })
}

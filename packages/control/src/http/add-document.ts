/** The description of the API, for programs and for people. Everybody may read it: it is the same for all. */
import { document } from '@cay/contract/gen/control/document.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import type { FastifyInstance } from 'fastify'
import { renderReferencePage } from '../dialect/reference-page.ts'

export function addDocument(app: FastifyInstance): void {
  const json = JSON.stringify(document)
  app.get(operations.getOpenApi.url, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  )
  const page = renderReferencePage(document)
  app.get(operations.getDocs.url, async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('x-content-type-options', 'nosniff')
      .send(page),
  )
}

/**
 * The API description, as OpenAPI for programs and as a page for people. It is public because it is the same for all
 * callers.
 */

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { document } from '@cay/contract/gen/control/document.js'
import { operations } from '@cay/contract/gen/control/operations.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  referencePaths,
  referencePolicy,
  renderReferencePage,
  startScript,
} from '../dialect/reference-page.ts'
import { readReferenceScript } from '../edge/host/reference-script.ts'

const unpack = promisify(gunzip)

export function addDocument(app: FastifyInstance): void {
  const json = JSON.stringify(document)
  app.get(operations.getOpenApi.url, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  )
  const pagePath = operations.getDocs.url
  const page = renderReferencePage(titleOf(document.info))
  app.get(pagePath, async (_, reply) =>
    guard(reply)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', referencePolicy)
      .send(page),
  )
  app.get(`${pagePath}/${referencePaths.start}`, async (_, reply) =>
    guard(reply).type('text/javascript; charset=utf-8').send(startScript),
  )
  app.get(`${pagePath}/${referencePaths.script}`, sendScript)
}

async function sendScript(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const packed = await readReferenceScript()
  const etag = `"${hash('sha256', packed, 'base64url')}"`
  guard(reply).type('text/javascript; charset=utf-8').headers({ etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?![.\d]))/.test(request.headers['accept-encoding'] ?? '')
  if (takesGzip) return reply.header('content-encoding', 'gzip').send(packed)
  return reply.send(await unpack(packed))
}

/** A new version of the service brings new content, so browsers revalidate on each visit. */
function guard(reply: FastifyReply): FastifyReply {
  return reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-cache')
}

function titleOf(info: unknown): string {
  return typeof info === 'object' && info !== null && 'title' in info ? String(info.title) : ''
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'

const pack = promisify(gzip)
/** Scalar's package exposes its script only through a route. */
const routePrefix = '/docs'
const scriptPath = `${routePrefix}/js/scalar.js`

let packed: Promise<Buffer> | undefined

/**
 * The gzip-compressed script of the API reference. The package is loaded on first use, because most installations never
 * serve the page.
 */
export function readReferenceScript(): Promise<Buffer> {
  packed ??= packReferenceScript()
  // After a failure the next request retries.
  packed.catch(() => (packed = undefined))
  return packed
}

async function packReferenceScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(reference, { routePrefix, configuration: { url: '/openapi.json' } })
  try {
    const { statusCode, rawPayload } = await app.inject(scriptPath)
    if (statusCode !== 200) throw new Error(`Scalar's package answers ${statusCode} for ${scriptPath}`)
    return await pack(rawPayload)
  } finally {
    await app.close()
  }
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'

const pack = promisify(gzip)
/** Of Scalar's package, which hands its script out by a route only. */
const routePrefix = '/docs'
const scriptPath = `${routePrefix}/js/scalar.js`

let packed: Promise<Buffer> | undefined

/** The script of the page for people, packed with gzip. The package is loaded for the first visitor: most installations have none. */
export function readReferenceScript(): Promise<Buffer> {
  packed ??= packReferenceScript()
  // What failed is tried again for the next visitor.
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

/** The dashboard, for browsers: its page at `/`, its files below `/assets`. Neither takes a credential. */
import { randomBytes } from 'node:crypto'
import { ServiceError } from '@cay/core/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type DashboardAddresses, dashboardPolicy, renderDashboardPage } from '../dialect/dashboard-page.ts'
import { type DashboardFiles, readDashboard } from '../edge/host/dashboard-files.ts'

export interface DashboardOptions extends DashboardAddresses {
  /** Where it was built. */
  readonly directory: string
}

const nonceBytes = 16
/** The names of files change with their content. */
const assetSeconds = 365 * 86_400

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

export function addDashboard(app: FastifyInstance, options: DashboardOptions): void {
  const files = keepOnceBuilt(options.directory)
  app.get('/', async (_, reply) => sendPage(reply, (await files()).page, options))
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const asset = (await files()).assets.get(name)
    if (asset === undefined) throw new ServiceError('not_found', 'no such file of the dashboard')
    reply.type(contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream').headers({
      'x-content-type-options': 'nosniff',
      'cache-control': `public, max-age=${assetSeconds}, immutable`,
      vary: 'accept-encoding',
    })
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?![.\d]))/.test(request.headers['accept-encoding'] ?? '')
    return takesGzip ? reply.header('content-encoding', 'gzip').send(asset.packed) : reply.send(asset.plain)
  })
}

/** A clone may be built while this service runs. */
function keepOnceBuilt(directory: string): () => Promise<DashboardFiles> {
  let kept: DashboardFiles | undefined
  return async () => {
    kept ??= await readDashboard(directory)
    if (kept === undefined)
      throw new ServiceError('not_found', 'the dashboard has not been built: `cay up` builds it')
    return kept
  }
}

function sendPage(reply: FastifyReply, page: string, addresses: DashboardAddresses): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': dashboardPolicy(nonce, addresses),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(renderDashboardPage(page, { nonce, proxyPort: addresses.proxyPort }))
}

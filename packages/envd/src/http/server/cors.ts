/** Browsers of any origin may call, because a sandbox is protected by its token and not by its origin. */

import { headers } from '@cay/contract/names.ts'
import type { Exchange } from '../respond.ts'

const exposed = [
  'Connect-Protocol-Version',
  'Grpc-Status',
  'Grpc-Message',
  'Grpc-Status-Details-Bin',
  'Location',
  'Cache-Control',
  'X-Content-Type-Options',
  headers.replay,
].join(', ')

const methods = 'HEAD, GET, POST, PUT, PATCH, DELETE'
const preflightSeconds = 7200

/** Returns true if the request was a preflight and has been answered. */
export function allowAnyOrigin({ request, response }: Exchange): boolean {
  if (request.headers.origin === undefined) return false
  response.setHeader('access-control-allow-origin', '*')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    response.setHeader('access-control-expose-headers', exposed)
    return false
  }
  response
    .writeHead(204, {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': String(preflightSeconds),
    })
    .end()
  return true
}

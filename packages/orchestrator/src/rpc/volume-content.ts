/** Serves the content of volumes beside the RPCs: control has checked who calls, and passes the requests on as they are. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { headers } from '@cay/contract/names.ts'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { drainRequest } from '@cay/kit/flow/drain-request.ts'
import type { VolumeServers } from '../edge/volume/volume-servers.ts'
import { checkVolumeId } from './volume-service.ts'

const prefix = '/volumecontent/'

export function withVolumeContent(servers: VolumeServers, others: RequestListener): RequestListener {
  return (request, response) => {
    if (!request.url?.startsWith(prefix)) {
      others(request, response)
      return
    }
    forward(servers, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendError(response, error)
      drainRequest(request)
    })
  }
}

async function forward(servers: VolumeServers, request: IncomingMessage, response: ServerResponse) {
  const [volumeId = ''] = (request.url ?? '').slice(prefix.length).split('/')
  // Control of an earlier version does not say it; then all teams have one share.
  const teamId = String(request.headers[headers.contentTeam] ?? '')
  await servers.forward({ volumeId: checkVolumeId(volumeId), teamId, request, response })
}

/** As those of control say. */
const retryAfterSeconds = 5

function sendError(response: ServerResponse, error: unknown): void {
  const { code, message } = toServiceError(error)
  const { http } = errorTable[code]
  const again = http === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}
  response
    .writeHead(http, { 'content-type': 'application/json; charset=utf-8', ...again })
    .end(JSON.stringify({ code, message }))
}

/**
 * The helper that processes of the sandbox find at a fixed address, whatever the network allows: who this sandbox is,
 * and a place to report to. It listens on an address of the sandbox's own loopback, so nobody else can reach it.
 */

import { ServiceError } from '@cay/core/errors.ts'
import type { GuestLog } from '../app/guest-log.ts'
import type { SandboxState } from '../app/sandbox-state.ts'
import { readJson } from './json-body.ts'
import { type Exchange, respondJson } from './respond.ts'
import type { Route } from './server.ts'

export interface HelperDeps {
  readonly state: SandboxState
  readonly log: GuestLog
}

/** Of one report. */
const reportBytesMax = 64 * 1024

export function helperRoutes({ state, log }: HelperDeps): Readonly<Record<string, Route>> {
  return {
    'GET /me': ({ response }) => respondJson(response, 200, { sandboxID: state.identity.sandboxId }),
    'POST /logs': async (exchange) => {
      const fields = await readJson(exchange, reportBytesMax)
      log.add({ timestampMs: Date.now(), fields })
      exchange.response.writeHead(200, { 'content-length': 0 }).end()
    },
  }
}

/** GET /sandbox-logs?after=NUMBER: what was reported, for the node alone. The proxy never lets it through. */
export function handleSandboxLogs(log: GuestLog, { response, url }: Exchange): void {
  const after = url.searchParams.get('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) throw new ServiceError('request_invalid', 'after must be a whole number')
  respondJson(response, 200, log.after(Number(after)))
}

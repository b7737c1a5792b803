/**
 * The helper that processes of the sandbox reach at a fixed address regardless of network rules: it states which
 * sandbox this is and accepts reports. It listens on an address of the sandbox's own loopback interface, so it is not
 * reachable from outside.
 */

import { ServiceError } from '@cay/core/errors.ts'
import { sizeOf } from '@cay/core/logs/entry.ts'
import { entryOfReport } from '@cay/core/logs/guest-report.ts'
import type { SandboxState } from '../../app/identity/sandbox-state.ts'
import type { GuestLog } from '../../app/logs/guest-log.ts'
import { readJson } from '../json-body.ts'
import { type Exchange, respondJson } from '../respond.ts'
import type { Route } from '../server/server.ts'

export interface HelperDeps {
  readonly state: SandboxState
  readonly log: GuestLog
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
}

/** Size limit of one report in bytes. */
const reportBytesMax = 64 * 1024

export function helperRoutes({ state, log, nowMs }: HelperDeps): Readonly<Record<string, Route>> {
  return {
    'GET /me': ({ response }) => respondJson(response, 200, { sandboxID: state.identity.sandboxId }),
    'POST /logs': async (exchange) => {
      const fields = await readJson(exchange, reportBytesMax)
      const entry = entryOfReport(fields)
      if (!log.budget.take(sizeOf(entry), nowMs()))
        throw new ServiceError(
          'rate_limited',
          'the rate limit of reports is exceeded; the report was dropped',
        )
      log.add(entry)
      exchange.response.writeHead(200, { 'content-length': 0 }).end()
    },
  }
}

/** GET /sandbox-logs?after=CURSOR: the log, for the node only. The proxy never forwards this path. */
export function handleSandboxLogs(log: GuestLog, { response, url }: Exchange): void {
  respondJson(response, 200, log.page(url.searchParams.get('after') ?? ''))
}

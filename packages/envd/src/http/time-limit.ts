/** The time limit of a call, in each protocol's words, made into one that the library can keep. */

import type { IncomingHttpHeaders } from 'node:http'
import { headers as names } from '@cay/contract/names.ts'

/** Node's timers hold no more than 31 bits: a limit of more would pass at once. These are 24 days. */
const limitMsMax = 2 ** 31 - 1
const grpcUnitsMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000 }

/** What is no time limit stays, for the library to refuse. */
export function capTimeLimit(headers: IncomingHttpHeaders): void {
  const connectMs = /^\d{1,10}$/.exec(String(headers[names.connectTimeoutMs]))?.[0]
  // Zero means no limit here; the library would take it for one that has passed.
  if (Number(connectMs) === 0) delete headers[names.connectTimeoutMs]
  if (Number(connectMs) > limitMsMax) headers[names.connectTimeoutMs] = String(limitMsMax)
  const [, count, unit = ''] = /^(\d{1,8})([HMS])$/.exec(String(headers[names.grpcTimeout])) ?? []
  if (Number(count) * (grpcUnitsMs[unit] ?? 1) > limitMsMax)
    headers[names.grpcTimeout] = `${Math.floor(limitMsMax / 1000)}S`
}

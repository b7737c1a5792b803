/** Caps a call's timeout header, in each protocol's notation, to a value that the library can handle. */

import type { IncomingHttpHeaders } from 'node:http'
import { headers as names } from '@cay/contract/names.ts'

/** Node's timers take at most 31 bits; a larger timeout would expire at once. The limit is 24 days. */
const limitMsMax = 2 ** 31 - 1
const grpcUnitsMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000 }

/** A malformed timeout is left for the library to reject. */
export function capTimeLimit(headers: IncomingHttpHeaders): void {
  const connectMs = /^\d{1,10}$/.exec(String(headers[names.connectTimeoutMs]))?.[0]
  // Zero means no timeout here; the library would treat it as expired.
  if (Number(connectMs) === 0) delete headers[names.connectTimeoutMs]
  if (Number(connectMs) > limitMsMax) headers[names.connectTimeoutMs] = String(limitMsMax)
  const [, count, unit = ''] = /^(\d{1,8})([HMS])$/.exec(String(headers[names.grpcTimeout])) ?? []
  if (Number(count) * (grpcUnitsMs[unit] ?? 1) > limitMsMax)
    headers[names.grpcTimeout] = `${Math.floor(limitMsMax / 1000)}S`
}

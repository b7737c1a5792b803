/** How often a stream that has nothing to say tells its client that it is alive. */

import { limits } from '@cay/contract/limits.ts'
import { headers } from '@cay/contract/names.ts'
import type { HandlerContext } from '@connectrpc/connect'

const keepaliveMsMax = 24 * 3600 * 1000

/** The client's interval in milliseconds, or the usual one. */
export function keepaliveMs(context: HandlerContext): number {
  const asked = Number(context.requestHeader.get(headers.keepalivePingInterval) ?? '')
  const seconds = Number.isInteger(asked) && asked > 0 ? asked : limits.keepaliveSecondsDefault
  return Math.min(seconds * 1000, keepaliveMsMax)
}

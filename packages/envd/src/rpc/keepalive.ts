/** The interval at which an idle stream sends keepalives to its client. */

import { limits } from '@cay/contract/limits.ts'
import { headers } from '@cay/contract/names.ts'
import type { HandlerContext } from '@connectrpc/connect'

const keepaliveMsMax = 24 * 3600 * 1000

/** Returns the client's interval in milliseconds, or the default. */
export function keepaliveMs(context: HandlerContext): number {
  const asked = Number(context.requestHeader.get(headers.keepalivePingInterval) ?? '')
  const seconds = Number.isInteger(asked) && asked > 0 ? asked : limits.keepaliveSecondsDefault
  return Math.min(seconds * 1000, keepaliveMsMax)
}

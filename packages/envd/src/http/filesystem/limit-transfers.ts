/**
 * Limits the number of concurrent file transfers, because a transfer whose client stalls holds memory for an
 * unlimited time.
 */

import { ServiceError } from '@cay/core/errors.ts'
import { RequestCounter } from '../server/request-counter.ts'
import type { Route } from '../server/server.ts'

/** At this number, each transfer holds less than 100 KiB. */
export const transfersMax = 1024

export function limitTransfers(routes: Readonly<Record<string, Route>>): Record<string, Route> {
  const transfers = new RequestCounter()
  const bound =
    (route: Route): Route =>
    (exchange) => {
      if (transfers.open >= transfersMax) {
        throw new ServiceError('rate_limited', `more than ${transfersMax} file transfers in progress`)
      }
      transfers.count(exchange.response)
      return route(exchange)
    }
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, bound(route)]))
}

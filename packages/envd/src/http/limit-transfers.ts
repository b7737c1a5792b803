/** Bounds how many files go in and out at one time: a transfer whose client stands still holds memory for as long as it likes. */

import { ServiceError } from '@cay/core/errors.ts'
import { RequestCounter } from './request-counter.ts'
import type { Route } from './server.ts'

/** Each holds less than 100 KiB when there are so many. */
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

/** GET /idle: whether anybody would notice if the sandbox stood still. */

import type { ProcessTable } from '../ports/process.ts'
import type { RequestCounter } from './request-counter.ts'
import { type Exchange, respondJson } from './respond.ts'

export interface IdleDeps {
  readonly processTable: ProcessTable
  readonly requests: RequestCounter
}

export function handleIdle({ processTable, requests }: IdleDeps, { response }: Exchange): void {
  // This request is one of them.
  respondJson(response, 200, { processes: processTable.alive().length, requests: requests.open - 1 })
}

/** GET /idle: reports whether freezing the sandbox would go unnoticed. */

import type { ProcessTable } from '../../ports/process.ts'
import { type Exchange, respondJson } from '../respond.ts'
import type { RequestCounter } from '../server/request-counter.ts'

export interface IdleDeps {
  readonly processTable: ProcessTable
  readonly requests: RequestCounter
}

export function handleIdle({ processTable, requests }: IdleDeps, { response }: Exchange): void {
  // This request itself is not counted.
  respondJson(response, 200, { processes: processTable.alive().length, requests: requests.open - 1 })
}

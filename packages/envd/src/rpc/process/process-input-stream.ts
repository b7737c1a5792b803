/** StreamInput: the first message selects a process, and the others are its input, in order. */

import type { StreamInputRequest } from '@cay/contract/gen/process/process_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { InputBudget } from '../../app/process/input-budget.ts'
import type { ProcessRecord, ProcessRegistry } from '../../app/process/process-registry.ts'
import { writeInput } from '../../app/process/write-input.ts'
import { toInput, toSelector } from './process-messages.ts'

export interface WriteInputDeps {
  readonly registry: ProcessRegistry
  readonly inputBudget: InputBudget
}

export async function feedFromStream(
  { registry, inputBudget }: WriteInputDeps,
  requests: AsyncIterable<StreamInputRequest>,
) {
  let record: ProcessRecord | undefined
  for await (const { event } of requests) {
    switch (event.case) {
      case 'start':
        record = registry.findLive(toSelector(event.value.process))
        break
      case 'data':
        if (record === undefined)
          throw new ServiceError('request_invalid', 'the stream must begin with start')
        await writeInput(inputBudget, record, toInput(event.value.input))
        break
      case 'keepalive':
        break
      default:
        throw new ServiceError('not_implemented', 'unknown event in the input stream')
    }
  }
  return {}
}

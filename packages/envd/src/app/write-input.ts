/** Input for a process: text on standard input or keys on its terminal. */

import { ServiceError } from '@cay/core/errors.ts'
import type { InputBudget } from './input-budget.ts'
import type { ProcessRecord } from './process-registry.ts'

export interface ProcessInput {
  readonly kind: 'stdin' | 'pty'
  readonly bytes: Uint8Array
}

/**
 * Resolves once the system has taken all of it. Throws `internal` when this process has no such input, and `rate_limited`
 * when too much waits already.
 */
export async function writeInput(
  budget: InputBudget,
  record: ProcessRecord,
  { kind, bytes }: ProcessInput,
): Promise<void> {
  if (kind === 'stdin' && record.isTerminal) {
    throw new ServiceError('internal', 'tty assigned to process: input must be sent as pty')
  }
  if (kind === 'pty' && !record.isTerminal) {
    throw new ServiceError('internal', 'tty not assigned to process')
  }
  await budget.hold(record.process, bytes.length, () => record.process.started.write(bytes))
}

/** End of file. Repeating it does nothing. Throws `unknown` for a terminal. */
export function closeStdin(record: ProcessRecord): void {
  if (record.isTerminal) {
    throw new ServiceError('unknown', 'stdin of a terminal cannot be closed: send Ctrl+D (0x04) as input')
  }
  record.process.started.closeInput()
}

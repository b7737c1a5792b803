/** Input for a process: bytes on standard input, or keys on its terminal. */

import { ServiceError } from '@cay/core/errors.ts'
import type { InputBudget } from './input-budget.ts'
import type { ProcessRecord } from './process-registry.ts'

export interface ProcessInput {
  readonly kind: 'stdin' | 'pty'
  readonly bytes: Uint8Array
}

/**
 * Resolves when the system has accepted all bytes. Throws `internal` if the process has no such input, and
 * `rate_limited` if too much input is already queued.
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

/** Closes standard input (end of file). Repeating it has no effect. Throws `unknown` for a terminal. */
export function closeStdin(record: ProcessRecord): void {
  if (record.isTerminal) {
    throw new ServiceError('unknown', 'stdin of a terminal cannot be closed: send Ctrl+D (0x04) as input')
  }
  record.process.started.closeInput()
}

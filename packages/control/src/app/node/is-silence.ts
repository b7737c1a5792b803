import { isServiceError } from '@cay/core/errors.ts'

export function isSilence(error: unknown): boolean {
  return isServiceError(error, 'node_unavailable') || isServiceError(error, 'deadline_exceeded')
}

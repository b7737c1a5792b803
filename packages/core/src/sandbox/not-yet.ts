/**
 * What the interface lets a caller ask for and this build does not do. Asking is refused in plain words instead of being
 * forgotten; values that ask for nothing pass. A line goes when its feature comes.
 */
import { ServiceError } from '../errors.ts'
import type { CreateRequest } from './create-rules.ts'

const asks: Readonly<Record<string, (request: CreateRequest) => boolean>> = {
  volumeMounts: ({ volumeMounts }) => isFilled(volumeMounts),
}

/** Throws request_invalid that names the first such field. */
export function refuseNotYet(request: CreateRequest): void {
  for (const [field, isAskedFor] of Object.entries(asks)) {
    if (isAskedFor(request)) {
      throw new ServiceError('request_invalid', `${field} is not supported by this build yet`)
    }
  }
}

function isFilled(value: readonly unknown[] | undefined): boolean {
  return value !== undefined && value.length > 0
}

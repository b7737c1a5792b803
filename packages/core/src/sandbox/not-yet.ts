/**
 * Features of the API that are not implemented. A request for one is rejected with a clear error instead of being
 * ignored; values that request nothing are accepted. A line is removed when its feature is implemented.
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

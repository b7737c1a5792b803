/** Renders our errors in the protocol's words; one place for all methods. */

import { type ErrorRow, errorTable, toServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'

const codes: Readonly<Record<ErrorRow['rpc'], Code>> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
  not_found: Code.NotFound,
  already_exists: Code.AlreadyExists,
  failed_precondition: Code.FailedPrecondition,
  aborted: Code.Aborted,
  resource_exhausted: Code.ResourceExhausted,
  deadline_exceeded: Code.DeadlineExceeded,
  unimplemented: Code.Unimplemented,
  unavailable: Code.Unavailable,
  internal: Code.Internal,
  unknown: Code.Unknown,
}

export function renderErrors(log: Logger): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request)
    } catch (error) {
      if (error instanceof ConnectError) throw error
      const known = toServiceError(error)
      const { rpc, log: level } = errorTable[known.code]
      log[level](
        { method: request.method.name, code: known.code, ...known.context, err: error },
        known.message,
      )
      throw new ConnectError(known.message, codes[rpc])
    }
  }
}

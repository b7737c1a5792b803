/** Maps errors to RPC errors, for all methods. */

import { errorCodeHeader } from '@cay/contract/names.ts'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'

export function renderErrors(log: Logger): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request)
    } catch (error) {
      if (error instanceof ConnectError) throw error
      const known = toServiceError(error)
      const { rpc, log: level } = errorTable[known.code]
      log[level](
        {
          event: 'request.failed',
          method: request.method.name,
          code: known.code,
          ...known.context,
          reason: known.message,
          err: error,
        },
        'request failed',
      )
      const headers = { [errorCodeHeader]: known.code }
      throw new ConnectError(known.message, codeFromString(rpc) ?? Code.Internal, headers)
    }
  }
}

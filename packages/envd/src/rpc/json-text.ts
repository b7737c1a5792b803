/**
 * The text of a JSON message, for the library in place of its own decoder: bytes that are no UTF-8 are refused, because
 * a path would be another with U+FFFD in them; and so is a message of too many values.
 */

import { ServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { hasTooManyValues, valuesMax } from '../dialect/json-values.ts'
import { toConnectError } from './errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export const jsonTextDecoder = {
  decode(bytes: Uint8Array): string {
    if (hasTooManyValues(bytes)) {
      throw toConnectError(new ServiceError('body_too_large', `a message of more than ${valuesMax} values`))
    }
    try {
      return decoder.decode(bytes)
    } catch (cause) {
      throw new ConnectError(
        'the message is not valid UTF-8',
        Code.InvalidArgument,
        undefined,
        undefined,
        cause,
      )
    }
  },
}

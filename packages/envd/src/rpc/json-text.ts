/**
 * Decodes the text of a JSON message, in place of the library's decoder. It rejects bytes that are not valid UTF-8,
 * because a path with U+FFFD in their place would name another file, and it rejects messages with too many values.
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

/**
 * Parses the target of a request as a URL. A target that is not valid UTF-8 is rejected instead of being decoded to
 * something else.
 */

import { isUtf8 } from 'node:buffer'
import { ServiceError } from '@cay/core/errors.ts'

const escaped = /%([0-9a-f]{2})/gi

/**
 * The target is split by hand, because `//init` is a path here and not a host. Node accepts only ASCII in it. Throws
 * `request_invalid`.
 */
export function urlOf(target: string): URL {
  if (target.includes('%') && !isUtf8(unescaped(target))) {
    throw new ServiceError('request_invalid', 'the path or the query of the request is not valid UTF-8')
  }
  const url = new URL('http://envd/')
  const question = target.indexOf('?')
  url.pathname = question < 0 ? target : target.slice(0, question)
  url.search = question < 0 ? '' : target.slice(question)
  return url
}

function unescaped(target: string): Buffer {
  const letters = target.replace(escaped, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
  return Buffer.from(letters, 'latin1')
}

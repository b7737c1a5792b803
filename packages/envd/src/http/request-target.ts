/** The target of a request as a URL. What is no UTF-8 has no text, and is refused rather than taken for something else. */

import { isUtf8 } from 'node:buffer'
import { ServiceError } from '@cay/core/errors.ts'

const escaped = /%([0-9a-f]{2})/gi

/** It is taken apart by hand: `//init` is a path here, not a host. Node lets ASCII through alone. Throws `request_invalid`. */
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

/**
 * Parses the most common form of a response head: HTTP/1.1, final, and with a body of known length. Any deviation is
 * left to Node's complete parser, so nothing here has to be lenient.
 */
import type { RawHeaders } from './raw-headers.ts'

export interface FixedLengthResponse {
  readonly status: number
  readonly reason: string
  readonly headers: RawHeaders
  /** Size of the body that follows the head. */
  readonly bodyBytes: number
}

/** `head` is latin1 text without the empty line that ends it; `method` is the method of the request. */
export function parseFixedLengthResponse(head: string, method: string): FixedLengthResponse | undefined {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const found = statusLinePattern.exec(statusLine)
  const headers = readFields(lines)
  if (found === null || headers === undefined) return undefined
  const status = Number(found[1])
  const bodyBytes = readBodyBytes(headers, method === 'HEAD' || status === 204 || status === 304)
  return bodyBytes === undefined ? undefined : { status, reason: found[2] ?? '', headers, bodyBytes }
}

const statusLinePattern = /^HTTP\/1\.1 ([2-5]\d\d)(?: ([\t -~]*))?$/
const fieldPattern = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\x80-\xff]*)$/
const lengthPattern = /^\d{1,15}$/

function readFields(lines: readonly string[]): string[] | undefined {
  const headers: string[] = []
  for (const line of lines) {
    const field = fieldPattern.exec(line)
    if (field === null) return undefined
    headers.push(field[1] ?? '', (field[2] ?? '').replace(/[ \t]+$/, ''))
  }
  return headers
}

/** Undefined for any other framing, and where two parsers could disagree about the length. */
function readBodyBytes(headers: RawHeaders, isBodiless: boolean): number | undefined {
  let length: string | undefined
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i]?.toLowerCase()
    if (name === 'transfer-encoding' || name === 'upgrade') return undefined
    if (name !== 'content-length') continue
    if (length !== undefined) return undefined
    length = headers[i + 1] ?? ''
  }
  if (length === undefined) return isBodiless ? 0 : undefined
  if (!lengthPattern.test(length)) return undefined
  return isBodiless ? 0 : Number(length)
}

/**
 * The head of an HTTP/1 request, from the first bytes. Total, and strict: a head that two servers could read
 * differently (two hosts, two lengths, bare line ends, folded fields, a target that disagrees with Host) is invalid,
 * and so is CONNECT. HTTP/2 without TLS has no such head and is invalid as well.
 */
import { firstBytesMax, incomplete, invalid } from './first-bytes.ts'

export interface RequestHead {
  readonly kind: 'head'
  readonly method: string
  /** Without the port, in lower case. Undefined when the request has no host. */
  readonly host: string | undefined
  /** Length of the head, including the empty line. */
  readonly headBytes: number
  readonly body: { readonly kind: 'none' | 'chunked' } | { readonly kind: 'length'; readonly bytes: number }
  /** The protocol to upgrade to, in lower case. */
  readonly upgrade: string | undefined
}

export type HeadReading = RequestHead | typeof incomplete | typeof invalid

/**
 * `knownBytes`: the number of bytes that were `incomplete` before, so that a head that arrives in small chunks is
 * scanned once.
 */
export function readHttpHead(bytes: Uint8Array, knownBytes = 0): HeadReading {
  if (!beginsLikeRequest(bytes)) return invalid
  const headBytes = findEmptyLine(bytes, knownBytes)
  if (headBytes === undefined) return bytes.length >= firstBytesMax ? invalid : incomplete
  if (headBytes > firstBytesMax) return invalid
  const [requestLine = '', ...lines] = asText(bytes.subarray(0, headBytes - 4)).split('\r\n')
  const line = shapeOfRequestLine.exec(requestLine)
  const fields = readFields(lines)
  if (line === null || fields === undefined) return invalid
  const [, method = '', target = '', minor = ''] = line
  const host = readHost(method, target, fields)
  const body = readFraming(fields, minor)
  if (typeof host === 'object' || body === undefined) return invalid
  return {
    kind: 'head',
    method,
    host,
    headBytes,
    body,
    upgrade: fields.get('upgrade')?.join(',').toLowerCase(),
  }
}

/** A field on the wire: each character of the value is one byte. */
export interface RawField {
  readonly name: string
  readonly value: string
}

/** Methods for which a server echoes the head, with all fields that were set in it. */
export function isEcho(method: string): boolean {
  return /^TRAC[EK]$/i.test(method)
}

export const echoFault = 'the method would show what is set in the headers'

/** Sets fields in the head of a request, replacing those of the same name. Takes a head that was read successfully. */
export function setFields(head: Uint8Array, fields: readonly RawField[]): Uint8Array {
  const names = new Set(fields.map(({ name }) => name.toLowerCase()))
  const [requestLine = '', ...lines] = asText(head.subarray(0, head.length - 4)).split('\r\n')
  const kept = lines.filter((line) => !names.has(line.slice(0, line.indexOf(':')).toLowerCase()))
  const added = fields.map(({ name, value }) => `${name}: ${value}`)
  const text = [requestLine, ...kept, ...added, '', ''].join('\r\n')
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

const methodLengthMax = 24
const shapeOfRequestLine = /^([!#$%&'*+.^_`|~\w-]{1,24}) ([^\0- \x7f]+) HTTP\/1\.([01])$/
// Line ends were removed before, so any remaining CR, LF or NUL is invalid.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const shapeOfField = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\0-\x08\x0a-\x1f\x7f]*)$/
const shapeOfHost = /^([\w.-]*)(?::\d{0,5})?$/
const shapeOfAbsolute = /^http:\/\/([^/?#]*)/i

function beginsLikeRequest(bytes: Uint8Array): boolean {
  const space = bytes.indexOf(0x20)
  const end = space < 0 ? bytes.length : space
  if (end > methodLengthMax || space === 0) return false
  return bytes.subarray(0, end).every((byte) => shapeOfMethod.test(String.fromCharCode(byte)))
}

const shapeOfMethod = /^[!#$%&'*+.^_`|~\w-]$/

/**
 * Returns the start of the body. The first `knownBytes` have no complete empty line, but may end in the start of one.
 */
function findEmptyLine(bytes: Uint8Array, knownBytes: number): number | undefined {
  const begin = Math.max(0, knownBytes - 3)
  for (let at = bytes.indexOf(0x0d, begin); at >= 0; at = bytes.indexOf(0x0d, at + 1)) {
    if (bytes[at + 1] === 0x0a && bytes[at + 2] === 0x0d && bytes[at + 3] === 0x0a) return at + 4
  }
  return undefined
}

function asText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

function readFields(lines: readonly string[]): Map<string, string[]> | undefined {
  const fields = new Map<string, string[]>()
  for (const line of lines) {
    const field = shapeOfField.exec(line)
    if (field === null) return undefined
    const [, name = '', value = ''] = field
    const values = fields.get(name.toLowerCase())
    if (values === undefined) fields.set(name.toLowerCase(), [value.trimEnd()])
    else values.push(value.trimEnd())
  }
  return fields
}

function readHost(method: string, target: string, fields: ReadonlyMap<string, string[]>) {
  const hosts = fields.get('host') ?? []
  const authority = shapeOfAbsolute.exec(target)?.[1]
  const isPlain = target.startsWith('/') || (target === '*' && method === 'OPTIONS')
  if (method === 'CONNECT' || hosts.length > 1 || (!isPlain && authority === undefined)) return invalid
  const host = hosts[0]?.toLowerCase()
  if (authority !== undefined && authority.toLowerCase() !== host) return invalid
  const name = shapeOfHost.exec(host ?? '')
  if (name === null) return invalid
  return name[1] === '' ? undefined : name[1]
}

function readFraming(fields: ReadonlyMap<string, string[]>, minor: string): RequestHead['body'] | undefined {
  const codings = fields.get('transfer-encoding')
  const lengths = fields.get('content-length')
  if (codings !== undefined) {
    const isChunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked'
    return isChunked && lengths === undefined && minor === '1' ? { kind: 'chunked' } : undefined
  }
  if (lengths === undefined) return { kind: 'none' }
  const [length = ''] = lengths
  return lengths.length === 1 && /^\d{1,15}$/.test(length)
    ? { kind: 'length', bytes: Number(length) }
    : undefined
}

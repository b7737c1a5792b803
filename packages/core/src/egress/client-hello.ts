/**
 * The server name in a TLS ClientHello (RFC 8446 §4.1.2, RFC 6066 §3), from the first bytes of a connection, however they
 * are cut into records. Total: every sequence of bytes has a reading, and more bytes never change one that was not
 * `incomplete`. Strict: where two readers could disagree, there is no name.
 */
import { firstBytesMax, incomplete, invalid, type NameReading, none } from './first-bytes.ts'

export type HelloReading =
  | Exclude<NameReading, { readonly kind: 'name' }>
  | {
      readonly kind: 'name'
      readonly name: string
      /** The offered application protocols (ALPN, RFC 7301), in order of preference. */
      readonly protocols: readonly string[]
    }

export function readClientHello(bytes: Uint8Array): HelloReading {
  const message = joinRecords(bytes)
  if (message instanceof Uint8Array) return readHello(new Cursor(message)) ?? invalid
  return message.kind === 'incomplete' && bytes.length >= firstBytesMax ? invalid : message
}

const handshakeRecord = 22
const clientHello = 1
const recordBytesMax = 16 * 1024
/** No client needs more, and all records are parsed again whenever more bytes arrive. */
const recordsMax = 512

/** The body of the first handshake message, once it is complete. */
function joinRecords(bytes: Uint8Array): Uint8Array | typeof incomplete | typeof invalid {
  const joined = new Uint8Array(bytes.length)
  let length = 0
  let at = 0
  for (let records = 0; records < recordsMax; records++) {
    if (at < bytes.length && bytes[at] !== handshakeRecord) return invalid
    if (at + 1 < bytes.length && bytes[at + 1] !== 3) return invalid
    if (at + 5 > bytes.length) return incomplete
    const end = at + 5 + word(bytes, at + 3)
    if (end === at + 5 || end > at + 5 + recordBytesMax) return invalid
    joined.set(bytes.subarray(at + 5, end), length)
    length += Math.min(end, bytes.length) - at - 5
    if (length > 0 && joined[0] !== clientHello) return invalid
    if (length >= 4) {
      const needed = 4 + (joined[1] ?? 0) * 65536 + word(joined, 2)
      if (needed > firstBytesMax) return invalid
      if (length >= needed) return joined.subarray(4, needed)
    }
    if (end > bytes.length) return incomplete
    at = end
  }
  return invalid
}

/** Undefined when a length is out of bounds. */
function readHello(hello: Cursor): HelloReading | undefined {
  const isLed = hello.take(2 + 32) && hello.takeList(1) && hello.takeList(2) && hello.takeList(1)
  if (!isLed) return undefined
  if (hello.isAtEnd) return none
  const extensions = hello.takeList(2)
  if (extensions === undefined || !hello.isAtEnd) return undefined
  return readExtensions(new Cursor(extensions))
}

function readExtensions(extensions: Cursor): HelloReading | undefined {
  const seen = new Set<number>()
  let reading: NameReading | undefined = none
  let protocols: readonly string[] = []
  while (!extensions.isAtEnd) {
    const type = extensions.takeNumber(2)
    const content = extensions.takeList(2)
    if (type === undefined || content === undefined || seen.has(type)) return undefined
    seen.add(type)
    if (type === serverName) reading = readServerName(new Cursor(content))
    if (reading === undefined) return undefined
    if (type === applicationProtocols) protocols = readProtocols(new Cursor(content))
  }
  return reading?.kind === 'name' ? { ...reading, protocols } : reading
}

const serverName = 0
const applicationProtocols = 16
const hostName = 0

/** Exactly one name: a list of several has no defined meaning. */
function readServerName(content: Cursor): NameReading | undefined {
  const list = content.takeList(2)
  if (list === undefined || !content.isAtEnd) return undefined
  const entries = new Cursor(list)
  const type = entries.takeNumber(1)
  const name = entries.takeList(2)
  if (type !== hostName || name === undefined || name.length === 0 || !entries.isAtEnd) return undefined
  if (!name.every((byte) => byte > 0x20 && byte < 0x7f)) return undefined
  return { kind: 'name', name: String.fromCharCode(...name) }
}

/** A malformed list counts as empty, because the TLS server rejects it anyway. */
function readProtocols(content: Cursor): readonly string[] {
  const list = content.takeList(2)
  const entries = new Cursor(list ?? new Uint8Array(0))
  const protocols: string[] = []
  while (!entries.isAtEnd) {
    const name = entries.takeList(1)
    if (name === undefined) return []
    protocols.push(String.fromCharCode(...name))
  }
  return protocols
}

/** Reads from the front; returns undefined instead of reading past the end. */
class Cursor {
  #rest: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#rest = bytes
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0
  }

  take(length: number): Uint8Array | undefined {
    if (length > this.#rest.length) return undefined
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  takeNumber(bytes: 1 | 2): number | undefined {
    return this.take(bytes)?.reduce((number, byte) => number * 256 + byte, 0)
  }

  /** Bytes after a length prefix. */
  takeList(lengthBytes: 1 | 2): Uint8Array | undefined {
    const length = this.takeNumber(lengthBytes)
    return length === undefined ? undefined : this.take(length)
  }
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
}

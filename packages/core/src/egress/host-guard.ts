/**
 * Parses the bytes of a client on one HTTP/1 connection and forwards only requests to the host it was opened for:
 *
 *   head ──length──► body ───────────────────────► head
 *     │ ──chunked──► size ──► data ──► size … trailers ──► head
 *     └──websocket─► switching ──agreed──► open        (first request only)
 *                        └──not agreed───► head
 *
 * A head is forwarded only when it is complete and valid; bodies are forwarded as they arrive. The buffer is bounded.
 * After the first violation nothing more is forwarded. If fields are to be set, each head waits for them.
 */
import { firstBytesMax } from './first-bytes.ts'
import { echoFault, isEcho, type RawField, type RequestHead, readHttpHead, setFields } from './http-head.ts'

export interface GuardOutcome {
  /** Forwarded to the server. */
  readonly pass: readonly Uint8Array[]
  /** Why nothing more is forwarded, as text for people. */
  readonly refused: string | undefined
}

type Phase = 'head' | 'fields' | 'body' | 'size' | 'data' | 'data-end' | 'trailers' | 'switching' | 'open'

export class HostGuard {
  readonly #host: string
  readonly #setsFields: boolean
  #phase: Phase = 'head'
  #head: RequestHead | undefined
  #held: Uint8Array = new Uint8Array(0)
  /** Number of bytes that are known to contain no complete head. */
  #knownBytes = 0
  #bodyBytesLeft = 0
  #requests = 0
  #refused: string | undefined

  /** Takes the host as `readHttpHead` returns it. */
  constructor(host: string, { setsFields = false } = {}) {
    this.#host = host
    this.#setsFields = setsFields
  }

  /** A head is complete: nothing more must be pushed until `onFields`. */
  get isWaitingForFields(): boolean {
    return this.#phase === 'fields'
  }

  /** The response of the server decides how to continue: nothing more must be pushed until `onAnswer`. */
  get isSwitching(): boolean {
    return this.#phase === 'switching'
  }

  push(bytes: Uint8Array): GuardOutcome {
    const pass: Uint8Array[] = []
    this.#held = join(this.#held, bytes)
    while (this.#refused === undefined && this.#step(pass));
    return { pass, refused: this.#refused }
  }

  /** Takes the first bytes of the response to an upgrade request. Returns the bytes that were held back. */
  onAnswer(bytes: Uint8Array): GuardOutcome {
    if (this.#phase === 'switching') {
      const line = String.fromCharCode(...bytes.subarray(0, agreement.length))
      this.#phase = line === agreement ? 'open' : 'head'
    }
    return this.push(new Uint8Array(0))
  }

  /** Sets the fields of the waiting head. Returns it and the bytes that were held back behind it. */
  onFields(fields: readonly RawField[]): GuardOutcome {
    const pass: Uint8Array[] = []
    const head = this.#head
    if (this.#phase === 'fields' && head !== undefined) {
      pass.push(setFields(this.#held.subarray(0, head.headBytes), fields))
      this.#held = this.#held.subarray(head.headBytes)
      this.#enterBody(head)
    }
    const { pass: more, refused } = this.push(new Uint8Array(0))
    return { pass: [...pass, ...more], refused }
  }

  /** Processes one part of the buffer. Returns false when more bytes are needed. */
  #step(pass: Uint8Array[]): boolean {
    if (this.#held.length === 0) return false
    switch (this.#phase) {
      case 'head':
        return this.#stepHead(pass)
      case 'fields':
        return false
      case 'body':
      case 'data':
        return this.#stepBody(pass)
      case 'data-end':
        return this.#stepLine(pass, 2, (line) => (line === '' ? 'size' : undefined))
      case 'size':
        return this.#stepLine(pass, chunkLineBytesMax, (line) => this.#onSize(line))
      case 'trailers':
        return this.#stepLine(pass, firstBytesMax, (line) =>
          line === '' ? 'head' : shapeOfTrailer.test(line) ? 'trailers' : undefined,
        )
      case 'switching':
        if (this.#held.length > firstBytesMax)
          this.#refused = 'too much sent ahead of the switch of protocols'
        return false
      case 'open':
        this.#pass(pass, this.#held.length)
        return false
    }
  }

  #stepHead(pass: Uint8Array[]): boolean {
    const head = readHttpHead(this.#held, this.#knownBytes)
    this.#knownBytes = head.kind === 'incomplete' ? this.#held.length : 0
    if (head.kind === 'incomplete') return false
    const fault = head.kind === 'invalid' ? 'request head not in order' : this.#faultOf(head)
    if (fault !== undefined || head.kind === 'invalid') {
      this.#refused = fault
      return false
    }
    this.#requests += 1
    if (this.#setsFields) {
      this.#head = head
      this.#phase = 'fields'
      return false
    }
    this.#pass(pass, head.headBytes)
    this.#enterBody(head)
    return true
  }

  #enterBody(head: RequestHead): void {
    this.#phase = phaseAfter(head)
    if (head.body.kind === 'length') this.#bodyBytesLeft = head.body.bytes
  }

  #faultOf(head: RequestHead): string | undefined {
    if (head.host !== this.#host) return 'request to another host on the same connection'
    if (this.#setsFields && isEcho(head.method)) return echoFault
    if (head.upgrade === undefined) return undefined
    if (head.upgrade !== 'websocket') return 'upgrade to other than websocket'
    if (this.#requests > 0) return 'upgrade after other requests'
    return head.body.kind === 'none' ? undefined : 'upgrade with a body'
  }

  #stepBody(pass: Uint8Array[]): boolean {
    const length = Math.min(this.#bodyBytesLeft, this.#held.length)
    this.#pass(pass, length)
    this.#bodyBytesLeft -= length
    if (this.#bodyBytesLeft === 0) this.#phase = this.#phase === 'data' ? 'data-end' : 'head'
    return true
  }

  #stepLine(pass: Uint8Array[], bytesMax: number, next: (line: string) => Phase | undefined): boolean {
    const end = this.#held.indexOf(0x0a)
    const length = end < 0 ? this.#held.length : end + 1
    const phase =
      end < 1 || this.#held[end - 1] !== 0x0d || length > bytesMax
        ? undefined
        : next(asLine(this.#held, end - 1))
    if (end < 0 && length < bytesMax) return false
    if (phase === undefined) {
      this.#refused = 'chunked body not in order'
      return false
    }
    this.#pass(pass, length)
    this.#phase = phase
    return true
  }

  #onSize(line: string): Phase | undefined {
    const size = shapeOfChunkLine.exec(line)?.[1]
    if (size === undefined) return undefined
    this.#bodyBytesLeft = Number.parseInt(size, 16)
    return this.#bodyBytesLeft === 0 ? 'trailers' : 'data'
  }

  #pass(pass: Uint8Array[], length: number): void {
    if (length === 0) return
    pass.push(this.#held.subarray(0, length))
    this.#held = this.#held.subarray(length)
  }
}

const agreement = 'HTTP/1.1 101'
const chunkLineBytesMax = 1024
const shapeOfChunkLine = /^([0-9a-f]{1,12})(?:;[\t -~]*)?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const shapeOfTrailer = /^[!#$%&'*+.^_`|~\w-]+:[^\0-\x08\x0a-\x1f\x7f]*$/

function phaseAfter({ upgrade, body }: RequestHead): Phase {
  if (upgrade !== undefined) return 'switching'
  if (body.kind === 'chunked') return 'size'
  return body.kind === 'length' && body.bytes > 0 ? 'body' : 'head'
}

function asLine(bytes: Uint8Array, end: number): string {
  let line = ''
  for (let at = 0; at < end; at++) line += String.fromCharCode(bytes[at] ?? 0)
  return line
}

function join(held: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (held.length === 0) return bytes
  const joined = new Uint8Array(held.length + bytes.length)
  joined.set(held)
  joined.set(bytes, held.length)
  return joined
}

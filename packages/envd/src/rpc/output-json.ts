/**
 * Encodes output as JSON without strings of its size: the message passes through the library with a placeholder for
 * the bytes, and when its text is encoded to bytes, the output itself is written as base64 in place of the
 * placeholder. Strings as long as a chunk of output fill the young generation of the heap after a few frames, and
 * collecting it costs more than everything else.
 */

import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '@connectrpc/connect'
import { listingBytes } from './filesystem/listing.ts'
import { allocateFrame } from './headroom-frame.ts'

/** Random, so that a process that writes output cannot guess a placeholder. */
let nonce = randomBytes(16)
const placeholderBytes = 24
const placeholderLetters = 32
/** The end of the text of such a message. */
const ending = '"}}}'
const textEncoder = new TextEncoder()
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Two base64 characters for each value of twelve bits. */
const pairs = Uint16Array.from(
  { length: 4096 },
  (_, bits) => letterAt(bits >> 6) | (letterAt(bits & 63) << 8),
)
const padding = 0x3d

const waiting = new Map<string, Uint8Array>()
let count = 0n

export function isJsonCall({ requestHeader }: HandlerContext): boolean {
  return requestHeader.get('content-type')?.includes('json') === true
}

/** Called after a restore: other sandboxes from the same checkpoint know the earlier nonce. */
export function renewPlaceholders(): void {
  nonce = randomBytes(16)
}

export interface Placeholder {
  readonly bytes: Uint8Array
  /** Must be called when the message has been sent or will not be sent. */
  forget(): void
}

export function placeholderFor(output: Uint8Array): Placeholder {
  const bytes = Buffer.alloc(placeholderBytes)
  nonce.copy(bytes)
  bytes.writeBigUInt64LE(count++, nonce.length)
  const text = bytes.toString('base64')
  waiting.set(text, output)
  return { bytes, forget: () => void waiting.delete(text) }
}

/** For the library, in place of its own encoder. */
export const outputTextEncoder = {
  encode(json: string): Uint8Array<ArrayBuffer> {
    const listing = listingBytes(json)
    if (listing !== undefined) return listing
    const at = json.length - ending.length - placeholderLetters
    const output =
      waiting.size === 0 || at < 0 ? undefined : waiting.get(json.slice(at, at + placeholderLetters))
    return output === undefined ? textEncoder.encode(json) : frameOf(json.slice(0, at), output)
  },
}

function frameOf(head: string, output: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = Math.ceil(output.length / 3) * 4
  // The base64 characters must begin at an even offset of the memory.
  const frame = allocateFrame(head.length + length + ending.length, head.length)
  frame.write(head, 'latin1')
  writeBase64(output, new Uint16Array(frame.buffer, frame.byteOffset + head.length, length / 2))
  frame.write(ending, head.length + length, 'latin1')
  return frame
}

function writeBase64(bytes: Uint8Array, into: Uint16Array): void {
  const whole = bytes.length - (bytes.length % 3)
  let at = 0
  for (let from = 0; from < whole; from += 3) {
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    into[at++] = pairs[bits >> 12] ?? 0
    into[at++] = pairs[bits & 0xfff] ?? 0
  }
  if (whole === bytes.length) return
  const bits = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8)
  into[at++] = pairs[bits >> 12] ?? 0
  const third = whole + 1 < bytes.length ? (pairs[bits & 0xfff] ?? 0) & 0xff : padding
  into[at] = third | (padding << 8)
}

function letterAt(index: number): number {
  return letters.charCodeAt(index)
}

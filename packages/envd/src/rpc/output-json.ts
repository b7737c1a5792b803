/**
 * Output as JSON without strings of its size: the message goes through the library with a stand-in for the bytes, and when
 * its text becomes bytes, the output itself is written in base64 in the stand-in's place. Strings as long as a piece of
 * output fill the young generation of the heap after a few frames, and collecting it costs more than all else.
 */

import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '@connectrpc/connect'
import { allocateFrame } from './headroom-frame.ts'
import { listingBytes } from './listing.ts'

/** Nobody who writes output can guess what a stand-in looks like. */
let nonce = randomBytes(16)
const placeholderBytes = 24
const placeholderLetters = 32
/** What the text of such a message ends with. */
const ending = '"}}}'
const textEncoder = new TextEncoder()
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Two letters for each twelve bits. */
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

/** After a restore: whoever has a sandbox of the same checkpoint knows the nonce of before. */
export function renewPlaceholders(): void {
  nonce = randomBytes(16)
}

export interface Placeholder {
  readonly bytes: Uint8Array
  /** To be called when the message was sent, or will not be. */
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

/** For the library, in place of its own. */
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
  // The letters begin at an even place of the memory.
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

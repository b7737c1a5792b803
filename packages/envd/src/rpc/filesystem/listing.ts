/**
 * The response of ListDir: entries are encoded to bytes as they are found, so the heap never holds a large tree of
 * objects. The library gets a placeholder message for these bytes: in protobuf an unknown field that it passes
 * through, in JSON an unguessable name that the encoder replaces by the bytes.
 */

import { randomUUID } from 'node:crypto'
import { create, toBinary, toJsonString } from '@bufbuild/protobuf'
import { WireType } from '@bufbuild/protobuf/wire'
import {
  type EntryInfo,
  EntryInfoSchema,
  type ListDirResponse,
  ListDirResponseSchema,
} from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { Entry } from '../../app/filesystem/entry.ts'
import type { ResponseBudget } from '../response-budget.ts'
import { entryJson } from './entry-json.ts'
import { toEarlyEntryInfo, toEntryInfo } from './file-messages.ts'

/** Size limit of one response in bytes. */
export const listingBytesMax = 64 * 1024 * 1024
/** Entries are collected as text up to this length and then converted to bytes. */
const textLengthMax = 64 * 1024
const entriesField = 1

export class Listing {
  readonly #budget: ResponseBudget
  readonly #isJson: boolean
  readonly #toInfo: (entry: Entry) => EntryInfo
  readonly #toJson: (entry: Entry) => string
  #pieces: Uint8Array[] = []
  #text = ''
  #bytes = 0
  readonly #name = randomUUID()

  constructor(budget: ResponseBudget, { isJson, isEarly = false }: { isJson: boolean; isEarly?: boolean }) {
    this.#budget = budget
    this.#isJson = isJson
    this.#toInfo = isEarly ? toEarlyEntryInfo : toEntryInfo
    this.#toJson = isEarly ? (entry) => toJsonString(EntryInfoSchema, toEarlyEntryInfo(entry)) : entryJson
  }

  /**
   * Throws `request_invalid` if the listing becomes too large, and `rate_limited` if other responses hold too much
   * memory.
   */
  add(entry: Entry): void {
    if (!this.#isJson) {
      const bytes = toBinary(EntryInfoSchema, this.#toInfo(entry))
      this.#push(this.#bytes === 0 ? lengthOf(bytes) : Buffer.concat([entriesTag, lengthOf(bytes)]))
      this.#push(bytes)
      return
    }
    const json = this.#toJson(entry)
    this.#text += this.#text === '' && this.#bytes === 0 ? json : `,${json}`
    if (this.#text.length > textLengthMax) this.#pushText()
  }

  message(): ListDirResponse {
    if (this.#text !== '') this.#pushText()
    const message = create(ListDirResponseSchema)
    if (this.#bytes === 0) return message
    if (!this.#isJson) {
      const data = Buffer.concat(this.#pieces)
      message.$unknown = [{ no: entriesField, wireType: WireType.LengthDelimited, data }]
      return message
    }
    waiting.set(this.#name, this.#pieces)
    message.entries.push(create(EntryInfoSchema, { name: this.#name }))
    return message
  }

  /** Called when the response has been sent or is no longer needed. */
  release(): void {
    waiting.delete(this.#name)
    this.#budget.release(this.#bytes)
    this.#pieces = []
    this.#bytes = 0
  }

  #pushText(): void {
    this.#push(Buffer.from(this.#text))
    this.#text = ''
  }

  #push(piece: Uint8Array): void {
    if (this.#bytes + piece.length > listingBytesMax) {
      throw new ServiceError(
        'request_invalid',
        `the listing is larger than ${listingBytesMax} bytes: list it in parts`,
      )
    }
    this.#budget.take(piece.length)
    this.#bytes += piece.length
    this.#pieces.push(piece)
  }
}

const waiting = new Map<string, readonly Uint8Array[]>()
const placeholder = /^\{"entries":\[\{"name":"([0-9a-f-]{36})"\}\]\}$/
const standInLength = JSON.stringify({ entries: [{ name: randomUUID() }] }).length

/**
 * Returns the bytes that a placeholder stands for; undefined for an ordinary message. Each placeholder is resolved
 * once.
 */
export function listingBytes(json: string): Uint8Array<ArrayBuffer> | undefined {
  if (waiting.size === 0 || json.length !== standInLength) return undefined
  const name = placeholder.exec(json)?.[1] ?? ''
  const pieces = waiting.get(name)
  if (pieces === undefined) return undefined
  waiting.delete(name)
  return Buffer.concat([Buffer.from('{"entries":['), ...pieces, Buffer.from(']}')])
}

const entriesTag = Uint8Array.of((entriesField << 3) | WireType.LengthDelimited)

/** Encodes a length as protobuf's varint. */
function lengthOf(bytes: Uint8Array): Uint8Array {
  const digits: number[] = []
  let rest = bytes.length
  for (; rest > 0x7f; rest >>>= 7) digits.push((rest & 0x7f) | 0x80)
  return Uint8Array.from([...digits, rest])
}

/**
 * Cursor pagination: the token identifies the last item of a page, so that pages stay correct while items are added and
 * removed. It is base64url of `<instant>__<id>`, with `__asc` appended for an ascending list; it is opaque to clients.
 */
import { decodeBase64 } from './base64.ts'
import { ServiceError } from './errors.ts'
import { formatInstant, parseInstant } from './instant.ts'

export interface Cursor {
  readonly atMs: number
  readonly id: string
  /** The list starts with the oldest item; absent: with the newest. */
  readonly order?: 'asc'
}

export function encodeToken(cursor: Cursor): string {
  const order = cursor.order === undefined ? '' : `__${cursor.order}`
  return toBase64Url(`${formatInstant(cursor.atMs)}__${cursor.id}${order}`)
}

const cursorPattern = /^([^_]+)__([a-z0-9-]{1,64})(__asc)?$/

/** Throws request_invalid. */
export function decodeToken(token: string): Cursor {
  const match = cursorPattern.exec(decodeBase64(token) ?? '')
  const atMs = parseInstant(match?.[1] ?? '')
  const id = match?.[2]
  if (atMs === undefined || id === undefined) throw new ServiceError('request_invalid', 'Invalid next token')
  return match?.[3] === undefined ? { atMs, id } : { atMs, id, order: 'asc' }
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Present when there are more items. */
  readonly nextToken?: string
}

/** Makes a page of items that were read with one item more than the limit. */
export function cutPage<T>(read: readonly T[], limit: number, cursorOf: (item: T) => Cursor): Page<T> {
  const items = read.slice(0, limit)
  const last = items.at(-1)
  return read.length > limit && last !== undefined
    ? { items, nextToken: encodeToken(cursorOf(last)) }
    : { items }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Takes ASCII text. */
function toBase64Url(text: string): string {
  let encoded = ''
  for (let at = 0; at < text.length; at += 3) {
    const group = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2)
    encoded += digitOf(group >> 18) + digitOf(group >> 12)
    if (at + 1 < text.length) encoded += digitOf(group >> 6)
    if (at + 2 < text.length) encoded += digitOf(group)
  }
  return encoded
}

function digitOf(group: number): string {
  return digits.charAt(group & 63)
}

/** Reads the parameters of a content request. Pure. */
import { posix } from 'node:path'
import { ServiceError } from '@cay/core/errors.ts'

const pathBytesMax = 4096
const idMax = 65_535
const modeMax = 0o7777

/** Absolute and clean: `..` ends at the root of the volume. Throws path_invalid. */
export function readPath(query: URLSearchParams): string {
  const path = query.get('path')
  if (path === null) throw new ServiceError('path_invalid', 'path is required')
  if (path.includes('\0') || Buffer.byteLength(path) > pathBytesMax)
    throw new ServiceError('path_invalid', `path must have at most ${pathBytesMax} bytes, none of them 0`)
  const clean = posix.normalize(`/${path}`)
  return clean.length > 1 && clean.endsWith('/') ? clean.slice(0, -1) : clean
}

/** A user or group id as sandboxes see it. */
export function readId(name: string, text: string | null, fallback: number): number {
  return text === null ? fallback : checkInteger(name, readNumber(text), idMax)
}

/** Permission bits; a decimal number, as the official clients send it. */
export function readMode(text: string | null, fallback: number): number {
  return text === null ? fallback : checkInteger('mode', readNumber(text), modeMax)
}

const depthMax = 10

/** How many levels are listed; 0 counts as 1. */
export function readDepth(text: string | null): number {
  return text === null ? 1 : Math.max(1, checkInteger('depth', readNumber(text), depthMax))
}

export interface AttributeChange {
  readonly uid?: number
  readonly gid?: number
  readonly mode?: number
}

export function readChange(text: string): AttributeChange {
  const body = parseObject(text)
  const read = (name: string, max: number) =>
    body[name] === undefined ? {} : { [name]: checkInteger(name, body[name], max) }
  return { ...read('uid', idMax), ...read('gid', idMax), ...read('mode', modeMax) }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('request_invalid', 'the body must be JSON', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ServiceError('request_invalid', 'the body must be an object')
  return { ...value }
}

/** NaN for what is no decimal number, such as nothing at all. */
const readNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)

function checkInteger(name: string, value: unknown, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value
  throw new ServiceError('request_invalid', `${name} must be an integer from 0 to ${max}`)
}

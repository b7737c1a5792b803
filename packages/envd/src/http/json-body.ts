/** Reads the body of a request as one buffer or as a JSON object, with a size limit. */

import { isUtf8 } from 'node:buffer'
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { hasTooManyValues, valuesMax } from '../dialect/json-values.ts'
import type { Exchange } from './respond.ts'

/** Throws `body_too_large`, and `request_invalid` for anything but an object. */
export async function readJson(
  exchange: Exchange,
  bytesMax: number = limits.requestBodyBytesMax,
): Promise<Record<string, unknown>> {
  return parseJson(await readBody(exchange, bytesMax))
}

/** Throws `body_too_large`, and `request_invalid` for anything but an object. */
export function parseJson(body: Buffer): Record<string, unknown> {
  if (hasTooManyValues(body)) {
    throw new ServiceError('body_too_large', `the body has more than ${valuesMax} values`)
  }
  try {
    // Decoding would replace invalid bytes by other characters, and a path would then name another file.
    const value: unknown = isUtf8(body) ? JSON.parse(body.toString()) : undefined
    if (isRecord(value)) return value
  } catch {
    // The error is thrown below.
  }
  throw new ServiceError('request_invalid', 'the body must be a JSON object')
}

/** Throws `body_too_large`. */
export async function readBody({ request }: Exchange, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new ServiceError('body_too_large', 'the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

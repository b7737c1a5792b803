/** The body of a request as a JSON object, bounded in size. */

import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { Exchange } from './respond.ts'

/** Throws `body_too_large`, and `request_invalid` for everything but an object. */
export async function readJson(
  { request }: Exchange,
  bytesMax: number = limits.requestBodyBytesMax,
): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new ServiceError('body_too_large', 'the body is too large')
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (isRecord(value)) return value
  } catch {
    // Said below.
  }
  throw new ServiceError('request_invalid', 'the body must be a JSON object')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

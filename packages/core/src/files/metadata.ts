/** Metadata of an upload: which request headers are stored as file attributes, and which are rejected. */

import { limits } from '@cay/contract/limits.ts'
import { headers, metadataXattrPrefix } from '@cay/contract/names.ts'
import { ServiceError } from '../errors.ts'

export type Metadata = Readonly<Record<string, string>>

const printable = /^[\x20-\x7e]*$/

/**
 * `rawHeaders` as received: name, value, name, value. The first of repeated headers counts. Throws `request_invalid`
 * for a key or value that is not printable ASCII, a key that is too long, or too much metadata in total.
 */
export function uploadMetadata(rawHeaders: readonly string[]): Metadata {
  const found = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (!name.startsWith(headers.metadataPrefix)) continue
    const key = name.slice(headers.metadataPrefix.length)
    if (!found.has(key)) found.set(key, rawHeaders[index + 1] ?? '')
  }
  const metadata = Object.fromEntries(found)
  assertMetadata(metadata)
  return metadata
}

export function assertMetadata(metadata: Metadata): void {
  let total = 0
  for (const [key, value] of Object.entries(metadata)) {
    if (key === '') throw invalid('metadata key is empty')
    if (!printable.test(key)) throw invalid(`metadata key ${JSON.stringify(key)} is not printable ASCII`)
    if (!printable.test(value))
      throw invalid(`metadata value of ${JSON.stringify(key)} is not printable ASCII`)
    if (key.length > limits.metadataKeyBytesMax) {
      throw invalid(`metadata key is ${key.length} bytes, at most ${limits.metadataKeyBytesMax} are allowed`)
    }
    total += metadataXattrPrefix.length + key.length + value.length
  }
  if (total > limits.metadataTotalBytesMax) {
    throw invalid(`metadata is ${total} bytes in all, at most ${limits.metadataTotalBytesMax} are allowed`)
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}

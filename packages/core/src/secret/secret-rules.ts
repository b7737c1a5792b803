/** Names and limits of a team's secrets. Error messages follow the API and never quote the input. */
import { ServiceError } from '../errors.ts'
import { utf8Bytes } from '../text.ts'

export const secretBounds = {
  /** Maximum number per team. */
  countMax: 1000,
  /** Maximum size of a value, which must fit into the head of a request. */
  valueBytesMax: 8192,
  metadataEntriesMax: 64,
  metadataKeyLengthMax: 128,
  metadataValueLengthMax: 1024,
} as const

const idPrefix = 'sec_'
const shapeOfName = /^[a-z0-9_-]{1,128}$/

/** Returns the normalized name. Throws request_invalid. */
export function parseSecretName(text: string): string {
  const name = text.trim().toLowerCase()
  if (!shapeOfName.test(name) || name.startsWith(idPrefix)) throw invalidSecret('name')
  return name
}

/** Ids and names have the same syntax, but no name starts like an id. */
export type SecretSelector = { readonly secretId: string } | { readonly name: string }

/** Undefined for a text that is neither an id nor a name. */
export function parseSecretSelector(text: string): SecretSelector | undefined {
  const selector = text.trim().toLowerCase()
  if (!shapeOfName.test(selector)) return undefined
  return selector.startsWith(idPrefix) ? { secretId: selector } : { name: selector }
}

/** Throws request_invalid. */
export function checkSecretValue(value: string): void {
  if (value === '' || utf8Bytes(value) > secretBounds.valueBytesMax) throw invalidSecret('value')
}

/** Throws request_invalid. */
export function checkSecretMetadata(metadata: Readonly<Record<string, string>>): void {
  const entries = Object.entries(metadata)
  const isFine = entries.every(
    ([key, value]) =>
      key.length >= 1 &&
      key.length <= secretBounds.metadataKeyLengthMax &&
      value.length <= secretBounds.metadataValueLengthMax,
  )
  if (!isFine || entries.length > secretBounds.metadataEntriesMax) throw invalidSecret('metadata')
}

/** The details are only logged. */
function invalidSecret(field: string): ServiceError {
  return new ServiceError('request_invalid', 'Invalid secrets request', { context: { field } })
}

export function secretNotFound(): ServiceError {
  return new ServiceError('not_found', 'Secret not found')
}

/** Number of random bytes in an id. */
export const secretIdBytes = 10
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeBytes = 6
const characters = 26

/** `sec_` and the 26 characters of a TypeID: a UUID of version 7, so that ids sort by creation time. */
export function makeSecretId(nowMs: number, random: Uint8Array): string {
  const time = Array.from(
    { length: timeBytes },
    (_, i) => Math.floor(nowMs / 256 ** (timeBytes - 1 - i)) % 256,
  )
  const bytes = [...time, ...random.slice(0, secretIdBytes)]
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (let i = 0; i < characters; i++) {
    text = alphabet.charAt(Number(number % 32n)) + text
    number /= 32n
  }
  return idPrefix + text
}

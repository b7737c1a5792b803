/** Generates ids and keys from random bytes that the caller supplies, and validates them. */
import { apiKeyPrefix } from '@cay/contract/names.ts'
import { ServiceError } from './errors.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomCharacters = 20

/** Random bytes for one id: twice the bytes in use, because bytes that would bias the choice of letters are skipped. */
export const idBytes = 64

/** `i` and 20 characters. */
export function makeSandboxId(bytes: Uint8Array): string {
  return `i${makeTemplateId(bytes)}`
}

/** `b` and 20 characters: the id of a sandbox in which a template is built. */
export function makeBuildSandboxId(bytes: Uint8Array): string {
  return `b${makeTemplateId(bytes)}`
}

/** Sandboxes of builds are managed by the node alone; control has no record of them. */
export function isBuildSandboxId(id: string): boolean {
  return id.length === 1 + randomCharacters && id.startsWith('b')
}

/** `p` and 20 characters: the id of an image pull, which leaves through the egress gateway like a sandbox. */
export function makePullId(bytes: Uint8Array): string {
  return `p${makeTemplateId(bytes)}`
}

export function isPullId(id: string): boolean {
  return id.length === 1 + randomCharacters && id.startsWith('p')
}

/** 20 characters. */
export function makeTemplateId(bytes: Uint8Array): string {
  const fairBelow = Math.floor(256 / alphabet.length) * alphabet.length
  const fair = [...bytes].filter((byte) => byte < fairBelow).slice(0, randomCharacters)
  if (fair.length < randomCharacters) throw new RangeError(`an id needs ${idBytes} random bytes`)
  return fair.map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** Maximum length in characters of an id that is looked up; no longer id exists. */
const idLengthMax = 64
const idPattern = /^[a-z0-9]+$/

/** Accepts `<id>` and the `<id>-<client>` of old clients. Throws request_invalid. */
export function parseSandboxId(text: string): string {
  const [id = '', ...rest] = text.split('-')
  if (rest.length > 1 || id.length > idLengthMax || !idPattern.test(id)) {
    throw new ServiceError('request_invalid', 'Invalid sandbox ID')
  }
  return id
}

/** Number of random bytes in an API key. */
export const apiKeyBytes = 20

export function makeApiKey(bytes: Uint8Array): string {
  return (
    apiKeyPrefix + [...bytes.slice(0, apiKeyBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  )
}

const apiKeyValuePattern = /^[0-9a-f]{40}$/i

/** The random bytes of a key; undefined when the text is not a well-formed key. */
export function parseApiKey(text: string): Uint8Array | undefined {
  if (!text.startsWith(apiKeyPrefix)) return undefined
  const value = text.slice(apiKeyPrefix.length)
  if (!apiKeyValuePattern.test(value)) return undefined
  const bytes = new Uint8Array(apiKeyBytes)
  for (let index = 0; index < apiKeyBytes; index++)
    bytes[index] = Number.parseInt(value.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isBuildId(text: string): boolean {
  return uuidPattern.test(text)
}

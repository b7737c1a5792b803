/** Checks the fields of a manifest that may be damaged, or that another node wrote. Pure. */
import type { ServiceError } from '@cay/core/errors.ts'
import { isEntryName, isPathBelow } from '@cay/core/files/entry-name.ts'

export type Check = (value: unknown) => boolean
export type Checks<T> = Readonly<Record<keyof T, Check>>

export const isText: Check = (value) => typeof value === 'string'
export const isFilledText: Check = (value) => typeof value === 'string' && value !== ''
/** It becomes the name of a directory. Names with a dot in front are those of this node. */
export const isDirectoryName: Check = (value) =>
  typeof value === 'string' && isEntryName(value) && !value.startsWith('.')
/** SHA-256 in hex. */
export const isDigest: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
export const isCount: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
export const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(check)
/** By paths below the directory of the manifest. */
export const isRecordOfFiles =
  (check: Check): Check =>
  (value) =>
    isRecordOf(check)(value) && Object.keys(Object(value)).every(isPathBelow)
export const isResources: Check = (value) =>
  isRecordOf(isCount)(value) &&
  ['cpuCount', 'memoryMb', 'diskSizeMb'].every((name) => Object.hasOwn(Object(value), name))

export const isGuestDefaults: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  'user' in value &&
  isFilledText(value.user) &&
  (!('workdir' in value) || isText(value.workdir))

export function firstWrongField<T>(value: object, checks: Checks<T>): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.entries<Check>(checks).find(([name, check]) => !check(fields.get(name)))?.[0]
}

export interface ManifestForm<T> {
  readonly formatVersion: number
  readonly checks: Checks<T>
  /** The error of a text that is no such manifest. */
  readonly refusal: (why: string, cause?: unknown) => ServiceError
}

/** Throws what `refusal` makes. */
export function parseManifestText<T>(text: string, { formatVersion, checks, refusal }: ManifestForm<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refusal('its manifest is damaged: it is not JSON', cause)
  }
  if (typeof value !== 'object' || value === null) throw refusal('its manifest is damaged: it is no object')
  const found = 'formatVersion' in value ? value.formatVersion : undefined
  if (found !== formatVersion)
    throw refusal(`its manifest has format ${String(found)}, this program knows format ${formatVersion}`)
  const field = firstWrongField(value, checks)
  if (field !== undefined) throw refusal(`its manifest is damaged: field "${field}" is missing or wrong`)
  return value as T
}

/** Whether the fields of a manifest that somebody may have damaged are what they should be. Pure. */

export type Check = (value: unknown) => boolean
export type Checks<T> = Readonly<Record<keyof T, Check>>

export const isText: Check = (value) => typeof value === 'string'
export const isFilledText: Check = (value) => typeof value === 'string' && value !== ''
export const isCount: Check = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
export const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(check)
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

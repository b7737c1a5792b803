/**
 * An entry as JSON, letter for letter as the library would write its message, without the objects that it makes on the way:
 * they are most of the time and of the memory of a listing.
 */

import type { Entry } from '../app/entry.ts'
import { timestampOf } from './file-messages.ts'

const typeNames = { file: 'FILE_TYPE_FILE', directory: 'FILE_TYPE_DIRECTORY' } as const

/** Fields in the order of their numbers; those with the value that is meant anyway are left out. */
export function entryJson(entry: Entry): string {
  const { kind, size, mode, symlinkTarget, metadata } = entry
  let text = entry.name === '' ? '' : `,"name":${JSON.stringify(entry.name)}`
  if (kind !== 'other') text += `,"type":"${typeNames[kind]}"`
  text += `,"path":${JSON.stringify(entry.path)}`
  if (size !== 0n) text += `,"size":"${size}"`
  if (mode !== 0) text += `,"mode":${mode}`
  text += `,"permissions":"${entry.permissions}","owner":${JSON.stringify(entry.owner)},"group":${JSON.stringify(entry.group)}`
  text += `,"modifiedTime":"${timeText(entry.modifiedNs)}"`
  if (symlinkTarget !== undefined) text += `,"symlinkTarget":${JSON.stringify(symlinkTarget)}`
  for (const _ in metadata) {
    text += `,"metadata":${JSON.stringify(metadata)}`
    break
  }
  return `{${text.slice(1)}}`
}

/** RFC 3339 with as many digits in threes as there are. */
function timeText(modifiedNs: bigint): string {
  const { seconds, nanos } = timestampOf(modifiedNs)
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length)
  if (nanos === 0) return `${whole}Z`
  const digits = String(nanos).padStart(9, '0')
  if (digits.endsWith('000000')) return `${whole}.${digits.slice(0, 3)}Z`
  return `${whole}.${digits.endsWith('000') ? digits.slice(0, 6) : digits}Z`
}

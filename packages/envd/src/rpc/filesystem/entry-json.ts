/**
 * Serializes an entry as JSON, byte for byte as the library would serialize its message, but without the intermediate
 * objects, which take most of the time and memory of a listing.
 */

import type { Entry } from '../../app/filesystem/entry.ts'
import { timestampOf } from './file-messages.ts'

const typeNames = { file: 'FILE_TYPE_FILE', directory: 'FILE_TYPE_DIRECTORY' } as const

/** Fields are in the order of their numbers; fields with their default value are omitted. */
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

/** RFC 3339 with 0, 3, 6 or 9 decimals, as many as needed. */
function timeText(modifiedNs: bigint): string {
  const { seconds, nanos } = timestampOf(modifiedNs)
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length)
  if (nanos === 0) return `${whole}Z`
  const digits = String(nanos).padStart(9, '0')
  if (digits.endsWith('000000')) return `${whole}.${digits.slice(0, 3)}Z`
  return `${whole}.${digits.endsWith('000') ? digits.slice(0, 6) : digits}Z`
}

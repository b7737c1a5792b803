/** Extended headers of a tar archive: a sequence of `LENGTH KEY=VALUE\n`. Source: POSIX.1-2017 pax. */
import { refuseArchive } from './archive-error.ts'
import { byteString } from './bytes.ts'
import type { TarHeader } from './tar-header.ts'

/** Throws request_invalid when the length of a record is wrong. */
export function parsePaxRecords(content: Uint8Array): Map<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(0x20, at)
    const digits = byteString(content.subarray(at, blank < 0 ? at : Math.min(blank, at + lengthDigitsMax)))
    const length = /^[1-9]\d*$/.test(digits) ? Number(digits) : Number.NaN
    const end = at + length
    const record = byteString(content.subarray(blank + 1, end - 1))
    const equals = record.indexOf('=')
    if (!(end <= content.length) || content[end - 1] !== 0x0a || equals < 1)
      throw refuseArchive('an extended header is damaged')
    records.set(record.slice(0, equals), record.slice(equals + 1))
    at = end
  }
  return records
}

const lengthDigitsMax = 10

/** Applies the records to the header; an empty value leaves a field unchanged. */
export function amendHeader(header: TarHeader, records: ReadonlyMap<string, string>): TarHeader {
  const text = (key: string, present: string) => records.get(key) || present
  const number = (key: string, present: number) => {
    const value = records.get(key) ?? ''
    return value === '' ? present : wholeNumber(key, value)
  }
  return {
    ...header,
    name: text('GNU.sparse.name', text('path', header.name)),
    linkName: text('linkpath', header.linkName),
    uid: number('uid', header.uid),
    gid: number('gid', header.gid),
    size: number('size', header.size),
    ...instantOf(records.get('mtime') ?? '', header),
  }
}

/** Size in bytes of the whole file when its content is sparse; undefined for any other file. */
export function sparseSize(records: ReadonlyMap<string, string>): number | undefined {
  const isSparse = [...records.keys()].some((key) => key.startsWith('GNU.sparse.'))
  if (!isSparse) return undefined
  const isKnown = records.get('GNU.sparse.major') === '1' && records.get('GNU.sparse.minor') === '0'
  if (!isKnown)
    throw refuseArchive('it holds sparse files in an old form of GNU tar: write it with --sparse-version=1.0')
  return wholeNumber('size', records.get('GNU.sparse.realsize') ?? '')
}

function wholeNumber(key: string, value: string): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number)) throw refuseArchive(`an entry has an impossible ${key}`)
  return number
}

type Instant = Pick<TarHeader, 'mtimeSeconds' | 'mtimeNanos'>

/** Parses seconds with a fraction; times before 1970 become 1970. */
function instantOf(value: string, present: Instant): Instant {
  const [, sign, seconds, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(value) ?? []
  if (seconds === undefined) return { mtimeSeconds: present.mtimeSeconds, mtimeNanos: present.mtimeNanos }
  if (sign === '-') return { mtimeSeconds: 0, mtimeNanos: 0 }
  return { mtimeSeconds: Number(seconds), mtimeNanos: Number(fraction.slice(0, 9).padEnd(9, '0')) }
}

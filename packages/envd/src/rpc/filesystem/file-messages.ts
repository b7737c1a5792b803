/** Converts entries and file system events to protobuf messages. */

import { create } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import {
  type EntryInfo,
  EntryInfoSchema,
  EventType,
  type FilesystemEvent,
  FilesystemEventSchema,
  FileType,
} from '@cay/contract/gen/filesystem/filesystem_pb.js'
import type { Entry } from '../../app/filesystem/entry.ts'
import type { FileEvent } from '../../app/watch/file-events.ts'

const fileTypes = {
  file: FileType.FILE,
  directory: FileType.DIRECTORY,
  other: FileType.UNSPECIFIED,
} as const

const nsPerSecond = 1_000_000_000n
/** A protobuf timestamp covers the years 1 to 9999; a file can have any time. */
const firstSecond = -62_135_596_800n
const lastSecond = 253_402_300_799n

/** Rounds down, also before 1970, because the nanoseconds of a timestamp are never negative. */
export function timestampOf(modifiedNs: bigint): { readonly seconds: bigint; readonly nanos: number } {
  const nanos = ((modifiedNs % nsPerSecond) + nsPerSecond) % nsPerSecond
  const seconds = (modifiedNs - nanos) / nsPerSecond
  if (seconds < firstSecond) return { seconds: firstSecond, nanos: 0 }
  if (seconds > lastSecond) return { seconds: lastSecond, nanos: 0 }
  return { seconds, nanos: Number(nanos) }
}

export function toEntryInfo({ kind, modifiedNs, symlinkTarget, metadata, ...rest }: Entry): EntryInfo {
  return create(EntryInfoSchema, {
    ...rest,
    type: fileTypes[kind],
    modifiedTime: create(TimestampSchema, timestampOf(modifiedNs)),
    metadata: { ...metadata },
    ...(symlinkTarget === undefined ? {} : { symlinkTarget }),
  })
}

/** For clients that refuse a response with other fields. */
export function toEarlyEntryInfo({ name, kind, path }: Entry): EntryInfo {
  return create(EntryInfoSchema, { name, type: fileTypes[kind], path })
}

const eventTypes = {
  create: EventType.CREATE,
  write: EventType.WRITE,
  remove: EventType.REMOVE,
  rename: EventType.RENAME,
  chmod: EventType.CHMOD,
} as const

export function toFilesystemEvent({ name, kind, entry }: FileEvent): FilesystemEvent {
  return create(FilesystemEventSchema, {
    name,
    type: eventTypes[kind],
    ...(entry === undefined ? {} : { entry: toEntryInfo(entry) }),
  })
}

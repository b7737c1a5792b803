/** Entries and events of the file system as messages of the wire. */

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
import type { Entry } from '../app/entry.ts'
import type { FileEvent } from '../app/file-events.ts'

const fileTypes = {
  file: FileType.FILE,
  directory: FileType.DIRECTORY,
  other: FileType.UNSPECIFIED,
} as const

const nsPerSecond = 1_000_000_000n

export function toEntryInfo({ kind, modifiedNs, symlinkTarget, metadata, ...rest }: Entry): EntryInfo {
  // Rounded down, also before 1970: the nanoseconds of a timestamp are never negative.
  const nanos = ((modifiedNs % nsPerSecond) + nsPerSecond) % nsPerSecond
  return create(EntryInfoSchema, {
    ...rest,
    type: fileTypes[kind],
    modifiedTime: create(TimestampSchema, {
      seconds: (modifiedNs - nanos) / nsPerSecond,
      nanos: Number(nanos),
    }),
    metadata: { ...metadata },
    ...(symlinkTarget === undefined ? {} : { symlinkTarget }),
  })
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

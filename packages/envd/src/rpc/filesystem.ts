/** The service filesystem.Filesystem: decodes, calls one function, encodes. */

import { create } from '@bufbuild/protobuf'
import { TimestampSchema } from '@bufbuild/protobuf/wkt'
import {
  type EntryInfo,
  EntryInfoSchema,
  Filesystem,
  FileType,
} from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { resolvePath } from '@cay/core/files/path.ts'
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { Entry, EntryDeps } from '../app/entry.ts'
import { listDirectory } from '../app/list-directory.ts'
import { makeDirectory } from '../app/make-directory.ts'
import { moveEntry } from '../app/move-entry.ts'
import { removeEntry } from '../app/remove-entry.ts'
import type { UserDeps } from '../app/select-user.ts'
import { statEntry } from '../app/stat-entry.ts'
import { callerOf } from './caller.ts'
import { unary } from './errors.ts'

/** Watching is not served yet: the router answers unimplemented for what is not here. */
type Served = Pick<ServiceImpl<typeof Filesystem>, 'stat' | 'listDir' | 'makeDir' | 'move' | 'remove'>

export function registerFilesystem(router: ConnectRouter, deps: EntryDeps & UserDeps): void {
  const service: Served = {
    stat: ({ path }, context) =>
      unary(() => ({ entry: toInfo(statEntry(deps, callerPath(deps, context, path).path)) })),
    listDir: ({ path, depth }, context) =>
      unary(async () => {
        const input = { path: callerPath(deps, context, path).path, depth: Math.max(1, depth) }
        return { entries: (await listDirectory(deps, input)).map(toInfo) }
      }),
    makeDir: (request, context) =>
      unary(() => {
        const { user, path } = callerPath(deps, context, request.path)
        return { entry: toInfo(makeDirectory(deps, path, user)) }
      }),
    move: (request, context) =>
      unary(() => {
        const { path: source } = callerPath(deps, context, request.source)
        const { user, path: destination } = callerPath(deps, context, request.destination)
        return { entry: toInfo(moveEntry(deps, { source, destination }, user)) }
      }),
    remove: ({ path }, context) =>
      unary(async () => {
        await removeEntry(deps.tree, callerPath(deps, context, path).path)
        return {}
      }),
  }
  router.service(Filesystem, service)
}

function callerPath(deps: UserDeps, context: HandlerContext, path: string) {
  const user = callerOf(deps, context)
  const { defaultWorkdir } = deps.state.identity
  return { user, path: resolvePath(path, { home: user.home, defaultWorkdir }) }
}

const fileTypes = {
  file: FileType.FILE,
  directory: FileType.DIRECTORY,
  other: FileType.UNSPECIFIED,
} as const

const nsPerSecond = 1_000_000_000n

function toInfo({ kind, modifiedNs, symlinkTarget, metadata, ...rest }: Entry): EntryInfo {
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

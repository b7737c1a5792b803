/**
 * The service filesystem.Filesystem: each method decodes the request, calls one function and encodes the response.
 */

import { type CreateWatcherRequest, Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { resolvePath } from '@cay/core/files/path.ts'
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { Entry, EntryDeps } from '../../app/filesystem/entry.ts'
import { listDirectory } from '../../app/filesystem/list-directory.ts'
import { makeDirectory } from '../../app/filesystem/make-directory.ts'
import { moveEntry } from '../../app/filesystem/move-entry.ts'
import { removeEntry } from '../../app/filesystem/remove-entry.ts'
import { statEntry } from '../../app/filesystem/stat-entry.ts'
import type { UserDeps } from '../../app/identity/select-user.ts'
import type { WatchRequest } from '../../app/watch/directory-watch.ts'
import { callerOf } from '../caller.ts'
import { onceAnswered } from '../connection.ts'
import { isEarlyClient } from '../early-client.ts'
import { streaming, unary } from '../errors.ts'
import { isJsonCall } from '../output-json.ts'
import type { ResponseBudget } from '../response-budget.ts'
import { type WatchStreamDeps, watchStream } from '../watch/watch-stream.ts'
import { toEarlyEntryInfo, toEntryInfo, toFilesystemEvent } from './file-messages.ts'
import { Listing } from './listing.ts'

type Deps = EntryDeps & UserDeps & WatchStreamDeps & { readonly responseBudget: ResponseBudget }

/** Size limit of one message in bytes: a path is at most 4 KiB, even if every character of it is escaped. */
const messageBytesMax = 64 * 1024

export function registerFilesystem(router: ConnectRouter, deps: Deps): void {
  const { watchers } = deps
  const service: ServiceImpl<typeof Filesystem> = {
    stat: ({ path }, context) =>
      unary(() => ({ entry: entryInfo(context, statEntry(deps, callerPath(deps, context, path).path)) })),
    listDir: ({ path, depth }, context) =>
      unary(async () => {
        const { responseBudget: budget } = deps
        const input = { path: callerPath(deps, context, path).path, depth: Math.max(1, depth), budget }
        const listing = new Listing(budget, { isJson: isJsonCall(context), isEarly: isEarlyClient(context) })
        onceAnswered(context, () => listing.release())
        await listDirectory(deps, input, (entry) => listing.add(entry))
        return listing.message()
      }),
    makeDir: (request, context) =>
      unary(() => {
        const { user, path } = callerPath(deps, context, request.path)
        return { entry: entryInfo(context, makeDirectory(deps, path, user)) }
      }),
    move: (request, context) =>
      unary(() => {
        const { path: source } = callerPath(deps, context, request.source)
        const { user, path: destination } = callerPath(deps, context, request.destination)
        return { entry: entryInfo(context, moveEntry(deps, { source, destination }, user)) }
      }),
    remove: ({ path }, context) =>
      unary(async () => {
        await removeEntry(deps.tree, callerPath(deps, context, path).path)
        return {}
      }),
    watchDir: (request, context) =>
      streaming(context.signal, () =>
        watchStream(deps, () => toWatchRequest(deps, context, request), context),
      ),
    createWatcher: (request, context) =>
      unary(async () => ({ watcherId: await watchers.create(toWatchRequest(deps, context, request)) })),
    getWatcherEvents: ({ watcherId }, context) =>
      unary(() => {
        // The budget is taken before the events are: a caller that is rejected can request them again.
        deps.responseBudget.hold(context, watchers.waitingBytes(watcherId))
        return { events: watchers.takeEvents(watcherId).map(toFilesystemEvent) }
      }),
    removeWatcher: ({ watcherId }) =>
      unary(() => {
        watchers.remove(watcherId)
        return {}
      }),
  }
  router.service(Filesystem, service, { readMaxBytes: messageBytesMax })
}

const entryInfo = (context: HandlerContext, entry: Entry) =>
  isEarlyClient(context) ? toEarlyEntryInfo(entry) : toEntryInfo(entry)

function callerPath(deps: UserDeps, context: HandlerContext, path: string) {
  const user = callerOf(deps, context)
  const { defaultWorkdir } = deps.state.identity
  return { user, path: resolvePath(path, { home: user.home, defaultWorkdir }) }
}

/** The streaming request has the same fields. */
type WatchMessage = Pick<CreateWatcherRequest, 'path' | 'recursive' | 'includeEntry' | 'allowNetworkMounts'>

function toWatchRequest(deps: UserDeps, context: HandlerContext, message: WatchMessage): WatchRequest {
  return {
    path: callerPath(deps, context, message.path).path,
    isRecursive: message.recursive,
    includesEntries: message.includeEntry,
    allowsNetworkMounts: message.allowNetworkMounts,
  }
}

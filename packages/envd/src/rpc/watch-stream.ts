/** A watched directory as a stream: start when all is watched, then events and keepalives until the caller leaves. */

import { create } from '@bufbuild/protobuf'
import { type WatchDirResponse, WatchDirResponseSchema } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { WatchRequest } from '../app/directory-watch.ts'
import type { Watcher, Watchers } from '../app/watchers.ts'
import { toFilesystemEvent } from './file-messages.ts'
import { keepaliveMs } from './keepalive.ts'

/** Ends with the deadline of the call, when the caller leaves, or when events were lost; never by itself. */
export async function* watchStream(
  watchers: Watchers,
  request: WatchRequest,
  context: HandlerContext,
): AsyncGenerator<WatchDirResponse> {
  const watcher = await watchers.open(request)
  const stop = () => {
    // At once: the stream itself may be waiting for a caller that takes no more.
    watchers.close(watcher)
    watcher.queue.fail(ConnectError.from(context.signal.reason, Code.Canceled))
  }
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    context.signal.throwIfAborted()
    yield create(WatchDirResponseSchema, { event: { case: 'start', value: {} } })
    yield* events(watcher, keepaliveMs(context))
  } finally {
    context.signal.removeEventListener('abort', stop)
    watchers.close(watcher)
  }
}

async function* events({ queue }: Watcher, intervalMs: number): AsyncGenerator<WatchDirResponse> {
  let isKeepaliveDue = false
  const keepalive = setInterval(() => {
    isKeepaliveDue = true
    queue.poke()
  }, intervalMs)
  try {
    while (true) {
      for (const event of queue.take()) {
        yield create(WatchDirResponseSchema, {
          event: { case: 'filesystem', value: toFilesystemEvent(event) },
        })
        keepalive.refresh()
        isKeepaliveDue = false
      }
      if (isKeepaliveDue) yield create(WatchDirResponseSchema, { event: { case: 'keepalive', value: {} } })
      isKeepaliveDue = false
      await queue.changed()
    }
  } finally {
    clearInterval(keepalive)
  }
}

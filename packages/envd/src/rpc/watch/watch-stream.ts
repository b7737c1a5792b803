/**
 * A watched directory as a stream: the start event when everything is watched, then events and keepalives until the
 * caller leaves. A caller that names the stream can resume it.
 */

import { create } from '@bufbuild/protobuf'
import { type WatchDirResponse, WatchDirResponseSchema } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { Numbered } from '@cay/core/process/event-ring.ts'
import type { RingBudget } from '@cay/core/process/ring-budget.ts'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import { type ResumableStreams, type StreamClaim, streamIsGone } from '../../app/streams/resumable-streams.ts'
import type { WatchRequest } from '../../app/watch/directory-watch.ts'
import type { FileEvent } from '../../app/watch/file-events.ts'
import { WatchedStream } from '../../app/watch/watched-stream.ts'
import type { Watchers } from '../../app/watch/watchers.ts'
import { boundWhatIsOnTheWay, hasCallerLeft } from '../connection.ts'
import { toFilesystemEvent } from '../filesystem/file-messages.ts'
import { keepaliveMs } from '../keepalive.ts'
import { readClaim } from '../stream-claim.ts'

export interface WatchStreamDeps {
  readonly watchers: Watchers
  readonly streams: ResumableStreams
  readonly ringBudget: RingBudget
}

interface Reading {
  readonly stream: WatchedStream
  readonly reading: number
  readonly missed: readonly Numbered<FileEvent>[]
}

/**
 * Ends with the deadline of the call, when the caller leaves, or when events were lost; never by itself. `request` is
 * not called if the stream is resumed.
 */
export async function* watchStream(
  deps: WatchStreamDeps,
  request: () => WatchRequest,
  context: HandlerContext,
): AsyncGenerator<WatchDirResponse> {
  const { stream, reading, missed } = await attach(deps, request, context)
  const stop = () => {
    // This happens at once, because the stream itself may be waiting for a caller that reads nothing.
    if (mayComeBack(context)) stream.cut(reading)
    else if (stream.isReadBy(reading)) stream.drop()
  }
  context.signal.addEventListener('abort', stop, { once: true })
  const deadline = wakeAtDeadline(stream)
  try {
    if (context.signal.aborted) stop()
    context.signal.throwIfAborted()
    if (stream.position.frames === 0) {
      stream.position.sent()
      yield create(WatchDirResponseSchema, { event: { case: 'start', value: {} } })
    }
    yield* events({ stream, reading, missed }, context)
  } finally {
    clearTimeout(deadline)
    context.signal.removeEventListener('abort', stop)
    if (stream.isReadBy(reading)) stream.drop()
  }
}

async function* events(
  { stream, reading, missed }: Reading,
  context: HandlerContext,
): AsyncGenerator<WatchDirResponse> {
  let isKeepaliveDue = false
  const keepalive = setInterval(() => {
    isKeepaliveDue = true
    stream.watcher.queue.wake()
  }, keepaliveMs(context))
  try {
    for (let batch = missed; ; batch = stream.take()) {
      for (const { number, event } of batch) {
        assertAttached(stream, reading, context)
        stream.position.sent(number)
        yield create(WatchDirResponseSchema, {
          event: { case: 'filesystem', value: toFilesystemEvent(event) },
        })
        keepalive.refresh()
        isKeepaliveDue = false
      }
      assertAttached(stream, reading, context)
      if (isKeepaliveDue) {
        stream.position.sent()
        yield create(WatchDirResponseSchema, { event: { case: 'keepalive', value: {} } })
      }
      isKeepaliveDue = false
      await stream.watcher.queue.changed()
      assertAttached(stream, reading, context)
    }
  } finally {
    clearInterval(keepalive)
  }
}

async function attach(
  deps: WatchStreamDeps,
  request: () => WatchRequest,
  context: HandlerContext,
): Promise<Reading> {
  const claim = readClaim(context)
  const known = claim === undefined ? undefined : deps.streams.find(claim.name)
  const stream = known === undefined ? await open(deps, { claim, context }, request) : known
  if (!(stream instanceof WatchedStream)) return streamIsGone(stream.name)
  if (claim !== undefined) {
    if (claim.attempt <= stream.attempt)
      throw new ServiceError('conflict', `stream '${claim.name}' was resumed by another connection`)
    boundWhatIsOnTheWay(context)
    stream.attempt = claim.attempt
    context.responseHeader.set(headers.stream, claim.name)
  }
  const read = stream.read(claim?.frames ?? 0)
  if (read !== undefined) return { stream, ...read }
  stream.drop()
  return streamIsGone(stream.name)
}

async function open(
  deps: WatchStreamDeps,
  { claim, context }: { readonly claim: StreamClaim | undefined; readonly context: HandlerContext },
  request: () => WatchRequest,
): Promise<WatchedStream> {
  if (claim !== undefined && claim.frames > 0) streamIsGone(claim.name)
  const timeoutMs = context.timeoutMs()
  const deadlineAtMs = timeoutMs === undefined ? undefined : performance.now() + timeoutMs
  const watcher = await deps.watchers.open(request())
  return new WatchedStream(deps, { name: claim?.name, watcher, deadlineAtMs })
}

/** A caller that was cut off may resume; one that has left or whose deadline has passed does not. */
function mayComeBack(context: HandlerContext): boolean {
  const { reason } = context.signal
  const isLate = reason instanceof ConnectError && reason.code === Code.DeadlineExceeded
  return !isLate && !hasCallerLeft(context)
}

function assertAttached(stream: WatchedStream, reading: number, context: HandlerContext): void {
  context.signal.throwIfAborted()
  if (!stream.isReadBy(reading))
    throw new ConnectError('the stream was resumed by another connection', Code.Aborted)
  if (stream.deadlineAtMs !== undefined && performance.now() >= stream.deadlineAtMs)
    throw new ConnectError('the operation timed out', Code.DeadlineExceeded)
}

/** A call that resumes a stream sends no deadline; that of the first call still applies. */
function wakeAtDeadline({ deadlineAtMs, watcher }: WatchedStream) {
  if (deadlineAtMs === undefined) return undefined
  return setTimeout(() => watcher.queue.wake(), deadlineAtMs - performance.now())
}

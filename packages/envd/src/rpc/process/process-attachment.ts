/**
 * Attaches a call to a process's events and detaches it. A caller that names the stream, as the proxy does, can
 * resume it: nothing is then started again, and the rest of the call's message is ignored.
 */
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { OutputReader } from '../../app/process/output-reader.ts'
import type { ProcessRecord } from '../../app/process/process-registry.ts'
import { ProcessStream, type StreamedProcess } from '../../app/process/process-stream.ts'
import type { RunningProcess } from '../../app/process/running-process.ts'
import { type ResumableStreams, type StreamClaim, streamIsGone } from '../../app/streams/resumable-streams.ts'
import { boundWhatIsOnTheWay, hasCallerLeft } from '../connection.ts'
import { readClaim, readCutStreams } from '../stream-claim.ts'

export interface Attachment {
  readonly pid: number
  readonly process: StreamedProcess
  readonly reader: OutputReader
  /** Undefined if the caller does not name the stream. */
  readonly stream: ProcessStream | undefined
}

/** `begin` starts or finds the process; it is not called for a stream that is resumed. */
export function attach(
  streams: ResumableStreams,
  context: HandlerContext,
  begin: () => ProcessRecord,
): Attachment {
  const claim = readClaim(context)
  if (claim === undefined) {
    const { pid, process } = begin()
    const after = takeReplay(process, context)
    const reader = after === undefined ? process.read() : process.readAfter(after)
    return { pid, process, reader, stream: undefined }
  }
  boundWhatIsOnTheWay(context)
  const known = streams.find(claim.name)
  if (known !== undefined && !(known instanceof ProcessStream)) streamIsGone(claim.name)
  const attachment = known === undefined ? open(context, claim, begin) : takeUp(known, claim)
  context.responseHeader.set(headers.stream, claim.name)
  return attachment
}

/** The connection has ended: its caller has left, was cut off and may resume, or the deadline has passed. */
export function detach({ process, reader, stream }: Omit<Attachment, 'pid'>, context: HandlerContext): void {
  process.leave(reader)
  if (stream === undefined || stream.reader !== reader) return
  const { reason } = context.signal
  if (reason instanceof ConnectError && reason.code === Code.DeadlineExceeded)
    process.endStream(stream, reason)
  else if (hasCallerLeft(context)) stream.drop()
  else process.cutStream(stream)
}

function open(context: HandlerContext, claim: StreamClaim, begin: () => ProcessRecord): Attachment {
  if (claim.frames > 0) streamIsGone(claim.name)
  const { pid, process } = begin()
  // Who asks for what was shown before begins anew, and does not go on behind what was cut.
  const replayedAfter = takeReplay(process, context)
  const cut = findCut(process, context)
  const timeoutMs = context.timeoutMs()
  const stream = process.openStream(claim.name, {
    deadlineAtMs: timeoutMs === undefined ? undefined : performance.now() + timeoutMs,
    ...afterOf(replayedAfter ?? cut?.last),
  })
  stream.attempt = claim.attempt
  const { reader, lostCount } = process.readStream(stream, 0) ?? streamIsGone(claim.name)
  if (cut !== undefined) {
    cut.stream.drop()
    context.responseHeader.set(headers.cutStreams, cut.stream.name)
    if (lostCount > 0 && replayedAfter === undefined) reader.reportLostEvents(lostCount, cut.last + lostCount)
  }
  return { pid, process, reader, stream }
}

const afterOf = (after: number | undefined) => (after === undefined ? {} : { after })

/** The event before the output that was kept, for a caller that asks for it; the answer says how much of it comes. */
function takeReplay(process: RunningProcess, context: HandlerContext): number | undefined {
  if (context.requestHeader.get(headers.replay) === null) return undefined
  const { after, count } = process.recentOutput
  context.responseHeader.set(headers.replay, String(count))
  return after
}

function takeUp(stream: ProcessStream, { name, attempt, frames }: StreamClaim): Attachment {
  if (attempt <= stream.attempt)
    throw new ServiceError('conflict', `stream '${name}' was resumed by another connection`)
  stream.attempt = attempt
  const { pid, process } = stream
  if (stream.failure !== undefined) {
    const reader = process.read()
    reader.fail(stream.failure.error)
    return { pid, process, reader, stream }
  }
  const view = process.readStream(stream, frames)
  // A stream with missing events must not be resumed silently.
  if (view === undefined || view.lostCount > 0) {
    stream.drop()
    streamIsGone(name)
  }
  return { pid, process, reader: view.reader, stream }
}

/**
 * Finds a stream of this process that a pause has cut for the caller; if there are several, the one that is furthest
 * behind.
 */
function findCut(process: RunningProcess, context: HandlerContext) {
  const found = readCutStreams(context).flatMap(({ name, frames }) => {
    const stream = process.cutStreamOf(name)
    const last = stream?.position.lastOf(frames)
    return stream === undefined || last === undefined ? [] : [{ stream, last }]
  })
  return found.sort((a, b) => a.last - b.last)[0]
}

/** Converts a process's events into a stream of protobuf events: start, output, keepalives, end. */

import { create } from '@bufbuild/protobuf'
import { type ProcessEvent, ProcessEventSchema } from '@cay/contract/gen/process/process_pb.js'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { ReaderEvent } from '../../app/process/output-reader.ts'
import { keepaliveMs } from '../keepalive.ts'
import { isJsonCall, placeholderFor } from '../output-json.ts'
import { type Attachment, detach } from './process-attachment.ts'

const firstAttempt = 1

/** Ends with the process, with the deadline of the call, or when the caller leaves; the process itself continues. */
export async function* processEvents(
  { pid, process, reader, stream }: Attachment,
  context: HandlerContext,
): AsyncGenerator<ProcessEvent> {
  const stop = () => {
    reader.fail(ConnectError.from(context.signal.reason, Code.Canceled))
    // This happens at once, because the loop below may be waiting for a caller that reads nothing.
    detach({ process, reader, stream }, context)
  }
  context.signal.addEventListener('abort', stop, { once: true })
  if (context.signal.aborted) stop()
  const keepalive = setInterval(() => reader.keepAlive(), keepaliveMs(context))
  const deadline = failAtDeadline({ process, reader, stream })
  const isJson = isJsonCall(context)
  try {
    if (stream === undefined || stream.position.frames === 0) {
      stream?.position.sent()
      yield create(ProcessEventSchema, { event: { case: 'start', value: { pid } } })
    }
    for await (const happening of reader) {
      if (happening.kind === 'output') keepalive.refresh()
      stream?.position.sent(happening.kind === 'keepalive' ? undefined : happening.number)
      if (isJson && happening.kind === 'output') yield* withStandIn(happening)
      else yield toWire(happening)
    }
  } finally {
    clearInterval(keepalive)
    clearTimeout(deadline)
    context.signal.removeEventListener('abort', stop)
    process.leave(reader)
  }
}

/** The output bytes are inserted when the library has serialized the rest. */
function* withStandIn(output: ReaderEvent & { kind: 'output' }): Generator<ProcessEvent> {
  const placeholder = placeholderFor(output.bytes)
  try {
    yield toWire({ ...output, bytes: placeholder.bytes })
  } finally {
    placeholder.forget()
  }
}

/**
 * A call that resumes a stream sends no deadline; the deadline of the first call, which the library enforces for that
 * call only, still applies.
 */
function failAtDeadline({ process, reader, stream }: Omit<Attachment, 'pid'>) {
  if (stream?.deadlineAtMs === undefined || stream.attempt === firstAttempt) return undefined
  const fail = () => {
    const error = new ConnectError('the operation timed out', Code.DeadlineExceeded)
    process.endStream(stream, error)
    reader.fail(error)
  }
  const leftMs = stream.deadlineAtMs - performance.now()
  if (leftMs > 0) return setTimeout(fail, leftMs)
  fail()
  return undefined
}

function toWire(happening: ReaderEvent): ProcessEvent {
  switch (happening.kind) {
    case 'output':
      return create(ProcessEventSchema, {
        event: { case: 'data', value: { output: { case: happening.source, value: happening.bytes } } },
      })
    case 'keepalive':
      return create(ProcessEventSchema, { event: { case: 'keepalive', value: {} } })
    case 'end': {
      const { error, ...end } = happening.end
      return create(ProcessEventSchema, {
        event: { case: 'end', value: error === undefined ? end : { ...end, error } },
      })
    }
  }
}

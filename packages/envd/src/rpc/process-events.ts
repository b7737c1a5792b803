/** A process's events as a stream of wire events: start, output, keepalives, end. */

import { create } from '@bufbuild/protobuf'
import { type ProcessEvent, ProcessEventSchema } from '@cay/contract/gen/process/process_pb.js'
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { Happening, OutputReader } from '../app/output-reader.ts'
import type { ProcessRecord } from '../app/process-registry.ts'
import type { ResumableStream, RunningProcess } from '../app/running-process.ts'
import { keepaliveMs } from './keepalive.ts'

/** Ends with the process, with the deadline of the call, or when the caller leaves; the process itself goes on. */
export async function* processEvents(
  { pid, process }: ProcessRecord,
  context: HandlerContext,
): AsyncGenerator<ProcessEvent> {
  const { reader, stream } = openStream(process, context)
  const stop = () => reader.fail(ConnectError.from(context.signal.reason, Code.Canceled))
  if (context.signal.aborted) stop()
  context.signal.addEventListener('abort', stop, { once: true })
  const keepalive = keepaliveTimer(context, reader)
  try {
    yield create(ProcessEventSchema, { event: { case: 'start', value: { pid } } })
    for await (const happening of reader) {
      if (happening.kind === 'output') keepalive.refresh()
      if (happening.kind !== 'keepalive') stream?.position.sent(happening.number)
      yield toWire(happening)
    }
  } finally {
    clearInterval(keepalive)
    context.signal.removeEventListener('abort', stop)
    process.leave(reader)
  }
}

/**
 * For the proxy, which hides cuts from clients: a call with `x-cay-resumable` is answered with the stream's name, and a
 * later Connect with that name and the count of data and end events that arrived goes on behind them. The answer has the
 * name of the new stream and, when events are no longer kept, their number. Throws `not_found` for a forgotten stream.
 */
function openStream(
  process: RunningProcess,
  context: HandlerContext,
): { readonly reader: OutputReader; readonly stream?: ResumableStream } {
  const { requestHeader, responseHeader } = context
  const resumed = requestHeader.get(headers.resumeStream)
  if (resumed !== null) {
    const [, name, frames] = /^(\d{1,15}):(\d{1,15})$/.exec(resumed) ?? []
    const found = name === undefined ? undefined : process.resume(Number(name), Number(frames))
    if (found === undefined) throw new ServiceError('not_found', `stream '${resumed}' cannot be resumed`)
    responseHeader.set(headers.resumableStream, String(found.stream.name))
    if (found.lostCount > 0) responseHeader.set(headers.lostEvents, String(found.lostCount))
    return found
  }
  if (requestHeader.get(headers.resumableStream) === null) return { reader: process.read() }
  const opened = process.open()
  responseHeader.set(headers.resumableStream, String(opened.stream.name))
  return opened
}

function toWire(happening: Happening): ProcessEvent {
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

/** Fires after the client's interval without output. */
function keepaliveTimer(context: HandlerContext, reader: OutputReader): NodeJS.Timeout {
  return setInterval(() => reader.keepAlive(), keepaliveMs(context))
}

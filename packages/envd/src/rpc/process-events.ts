/** A process's events as a stream of wire events: start, output, keepalives, end. */

import { create } from '@bufbuild/protobuf'
import { type ProcessEvent, ProcessEventSchema } from '@cay/contract/gen/process/process_pb.js'
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect'
import type { Happening, OutputReader } from '../app/output-reader.ts'
import type { ProcessRecord } from '../app/process-registry.ts'
import { keepaliveMs } from './keepalive.ts'

/** Ends with the process, with the deadline of the call, or when the caller leaves; the process itself goes on. */
export async function* processEvents(
  { pid, process }: ProcessRecord,
  context: HandlerContext,
): AsyncGenerator<ProcessEvent> {
  const reader = process.read()
  const stop = () => reader.fail(ConnectError.from(context.signal.reason, Code.Canceled))
  if (context.signal.aborted) stop()
  context.signal.addEventListener('abort', stop, { once: true })
  const keepalive = keepaliveTimer(context, reader)
  try {
    yield create(ProcessEventSchema, { event: { case: 'start', value: { pid } } })
    for await (const happening of reader) {
      if (happening.kind === 'output') keepalive.refresh()
      yield toWire(happening)
    }
  } finally {
    clearInterval(keepalive)
    context.signal.removeEventListener('abort', stop)
    process.leave(reader)
  }
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

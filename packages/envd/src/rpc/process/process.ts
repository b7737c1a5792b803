/** The service process.Process: each method decodes the request, calls one function and encodes the response. */

import type { ProcessSelector, StartRequest } from '@cay/contract/gen/process/process_pb.js'
import { Process, Signal } from '@cay/contract/gen/process/process_pb.js'
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { UserDeps } from '../../app/identity/select-user.ts'
import type { ProcessRegistry, Selector } from '../../app/process/process-registry.ts'
import { type StartDeps, startProcess } from '../../app/process/start-process.ts'
import { closeStdin, writeInput } from '../../app/process/write-input.ts'
import { callerOf } from '../caller.ts'
import { streaming, unary } from '../errors.ts'
import type { ResponseBudget } from '../response-budget.ts'
import { attach } from './process-attachment.ts'
import { processEvents } from './process-events.ts'
import { feedFromStream, type WriteInputDeps } from './process-input-stream.ts'
import { toInfo, toInput, toSelector, toStart } from './process-messages.ts'

type Deps = StartDeps & UserDeps & WriteInputDeps & { readonly responseBudget: ResponseBudget }

/** Size limits of one message in bytes; a message that declares more is rejected before it is read. */
const messageBytesMax = {
  /** The system accepts no more arguments and variables than fit here, even if every character of them is escaped. */
  start: 16 * 1024 * 1024,
  /** Clients send all their input in one message. */
  sendInput: 64 * 1024 * 1024,
  /** The default of gRPC; a stream has any number of messages. */
  streamInput: 4 * 1024 * 1024,
  others: 64 * 1024,
} as const

export function registerProcess(router: ConnectRouter, deps: Deps): void {
  const { registry } = deps
  const service: ServiceImpl<typeof Process> = {
    start: (request, context) => streaming(context.signal, () => start(deps, request, context)),
    connect: ({ process }, context) => streaming(context.signal, () => connect(deps, process, context)),
    list: (_, context) =>
      unary(() => {
        deps.responseBudget.hold(context, registry.heldBytes)
        return { processes: registry.live().map(toInfo) }
      }),
    update: ({ process, pty }) =>
      unary(() => {
        const record = registry.findLive(toSelector(process))
        if (pty?.size !== undefined) record.process.started.resize(pty.size)
        return {}
      }),
    sendInput: ({ process, input }) =>
      unary(async () => {
        await writeInput(deps.inputBudget, registry.findLive(toSelector(process)), toInput(input))
        return {}
      }),
    streamInput: (requests) => unary(() => feedFromStream(deps, requests)),
    closeStdin: ({ process }) =>
      unary(() => {
        closeStdin(registry.findLive(toSelector(process)))
        return {}
      }),
    sendSignal: ({ process, signal }) => unary(() => sendSignal(registry, toSelector(process), signal)),
  }
  const others = { readMaxBytes: messageBytesMax.others }
  const { method } = Process
  router
    .rpc(method.start, service.start, { readMaxBytes: messageBytesMax.start })
    .rpc(method.sendInput, service.sendInput, { readMaxBytes: messageBytesMax.sendInput })
    .rpc(method.streamInput, service.streamInput, { readMaxBytes: messageBytesMax.streamInput })
    .rpc(method.connect, service.connect, others)
    .rpc(method.list, service.list, others)
    .rpc(method.update, service.update, others)
    .rpc(method.closeStdin, service.closeStdin, others)
    .rpc(method.sendSignal, service.sendSignal, others)
}

async function* start(deps: Deps, request: StartRequest, context: HandlerContext) {
  const begin = () => {
    const record = startProcess(deps, toStart(request, callerOf(deps, context), context.timeoutMs()))
    if (context.requestHeader.get(headers.keepOutput) !== null) record.process.keepOutput()
    return record
  }
  for await (const event of processEvents(attach(deps.streams, context, begin), context)) yield { event }
}

async function* connect(
  { registry, streams }: Deps,
  selector: ProcessSelector | undefined,
  context: HandlerContext,
) {
  const begin = () => registry.findRecent(toSelector(selector))
  for await (const event of processEvents(attach(streams, context, begin), context)) yield { event }
}

function sendSignal(registry: ProcessRegistry, selector: Selector, signal: Signal) {
  const { process } = registry.findLive(selector)
  if (signal !== Signal.SIGKILL && signal !== Signal.SIGTERM) {
    throw new ServiceError('not_implemented', `signal ${signal} is not supported`)
  }
  if (!process.kill(signal)) throw new ServiceError('not_found', 'process has already ended')
  return {}
}

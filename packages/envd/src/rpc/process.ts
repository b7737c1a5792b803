/** The service process.Process: decodes, calls one function, encodes. */

import type { ProcessSelector, StartRequest } from '@cay/contract/gen/process/process_pb.js'
import { Process, Signal } from '@cay/contract/gen/process/process_pb.js'
import { ServiceError } from '@cay/core/errors.ts'
import type { ConnectRouter, HandlerContext, ServiceImpl } from '@connectrpc/connect'
import { closeStdin, feedProcess } from '../app/feed-process.ts'
import type { ProcessRegistry, Selector } from '../app/process-registry.ts'
import type { UserDeps } from '../app/select-user.ts'
import { type StartDeps, startProcess } from '../app/start-process.ts'
import { callerOf } from './caller.ts'
import { streaming, unary } from './errors.ts'
import { attach } from './process-attachment.ts'
import { processEvents } from './process-events.ts'
import { feedFromStream } from './process-input-stream.ts'
import { toInfo, toInput, toSelector, toStart } from './process-messages.ts'

type Deps = StartDeps & UserDeps

export function registerProcess(router: ConnectRouter, deps: Deps): void {
  const { registry } = deps
  const service: ServiceImpl<typeof Process> = {
    start: (request, context) => streaming(context.signal, () => start(deps, request, context)),
    connect: ({ process }, context) => streaming(context.signal, () => connect(deps, process, context)),
    list: () => unary(() => ({ processes: registry.live().map(toInfo) })),
    update: ({ process, pty }) =>
      unary(() => {
        const record = registry.findLive(toSelector(process))
        if (pty?.size !== undefined) record.process.started.resize(pty.size)
        return {}
      }),
    sendInput: ({ process, input }) =>
      unary(async () => {
        await feedProcess(registry.findLive(toSelector(process)), toInput(input))
        return {}
      }),
    streamInput: (requests) => unary(() => feedFromStream(registry, requests)),
    closeStdin: ({ process }) =>
      unary(() => {
        closeStdin(registry.findLive(toSelector(process)))
        return {}
      }),
    sendSignal: ({ process, signal }) => unary(() => sendSignal(registry, toSelector(process), signal)),
  }
  router.service(Process, service)
}

async function* start(deps: Deps, request: StartRequest, context: HandlerContext) {
  const begin = () => startProcess(deps, toStart(request, callerOf(deps, context), context.timeoutMs()))
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

import type { MessageInitShape } from '@bufbuild/protobuf'
import { Egress, type WatchDenialsResponseSchema } from '@cay/contract/gen/egress/egress_pb.js'
import type { Denial } from '@cay/core/egress/denials.ts'
import { protocolMessages, protocolOf } from '@cay/kit/denied-protocols.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { closeDisallowed } from '../app/connection/close-disallowed.ts'
import { reportPackets } from '../app/denials/report-packets.ts'
import type { EgressContext } from '../app/egress-context.ts'
import { bounds } from '../bounds.ts'

export function egressRoutes(context: EgressContext): (router: ConnectRouter) => void {
  const { sandboxes, denials, clock } = context
  return (router) =>
    router.service(Egress, {
      async awaitSandbox({ sandboxId, generation }) {
        if (await sandboxes.hasGeneration(sandboxId, generation)) return {}
        throw new ConnectError('the egress gateway does not know this generation yet', Code.DeadlineExceeded)
      },
      listDenials({ sandboxId }) {
        const list = sandboxes.get(sandboxId)?.denials
        return {
          denials: [...(list?.denials.values() ?? [])].map(toMessage),
          dropped: BigInt(list?.dropped ?? 0),
        }
      },
      async *watchDenials(
        _request,
        { signal },
      ): AsyncGenerator<MessageInitShape<typeof WatchDenialsResponseSchema>> {
        while (!signal.aborted) {
          const pending = await denials.take(signal)
          for (const { sandboxId, denial } of pending)
            yield { event: { case: 'denied', value: { sandboxId, denial: toMessage(denial) } } }
          if (pending.length === 0) yield { event: { case: 'keepalive', value: {} } }
        }
      },
      reportPackets({ sandboxId, packets }) {
        const counted = packets.slice(0, bounds.reportedPacketsMax).map(({ protocol, count, ...place }) => ({
          ...place,
          protocol: protocolOf(protocol),
          count: Number(count),
        }))
        reportPackets(context, sandboxId, counted)
        return {}
      },
      resetConnections({ sandboxId, refuseMs }) {
        const untilMs = clock.nowMs() + Math.min(refuseMs, bounds.refuseMsMax)
        return { count: sandboxes.get(sandboxId)?.resetConnections(untilMs) ?? 0 }
      },
      async closeDisallowed({ sandboxId }) {
        const sandbox = sandboxes.get(sandboxId)
        return { count: sandbox === undefined ? 0 : await closeDisallowed(context, sandbox) }
      },
      listTraffic() {
        return {
          sandboxes: [...sandboxes.all()].map(({ id, connectionCount, traffic }) => ({
            sandboxId: id,
            openConnections: connectionCount,
            sentBytes: BigInt(traffic.sentBytes),
            receivedBytes: BigInt(traffic.receivedBytes),
          })),
        }
      },
    })
}

function toMessage({ protocol, firstAtMs, lastAtMs, count, ...rest }: Denial) {
  return {
    ...rest,
    protocol: protocolMessages[protocol],
    firstAtMs: BigInt(firstAtMs),
    lastAtMs: BigInt(lastAtMs),
    count: BigInt(count),
  }
}

/** Client of the node's logs and metrics, over its Unix socket. */
import { Observe } from '@cay/contract/gen/observe/observe_pb.js'
import { Code, createClient, type Transport } from '@connectrpc/connect'
import { toLogPage, toMetric, toReadLogsMessage } from '../../dialect/observe-messages.ts'
import type { Observer } from '../../ports/observe.ts'
import { createNodeTransport } from '../node/node-transport.ts'
import { type Meanings, mapRpcErrors } from '../node/rpc-errors.ts'

const bounded = { timeoutMs: 15_000 }
const ofRead: Meanings = { [Code.InvalidArgument]: 'request_invalid' }

export function connectObserver(socketPath: string): Observer {
  return callObserver(createNodeTransport(socketPath))
}

export function callObserver(transport: Transport): Observer {
  const client = createClient(Observe, transport)
  return {
    async readLogs(sandboxId, request) {
      const message = toReadLogsMessage(sandboxId, request)
      return toLogPage(await mapRpcErrors(ofRead, client.readLogs(message, bounded)))
    },
    async readMetrics(sandboxId, { startMs, endMs }) {
      const request = { sandboxId, startMs: BigInt(startMs), endMs: BigInt(endMs) }
      return (await mapRpcErrors({}, client.readMetrics(request, bounded))).points.map(toMetric)
    },
    async latestMetrics(sandboxIds) {
      const { points } = await mapRpcErrors(
        {},
        client.latestMetrics({ sandboxIds: [...sandboxIds] }, bounded),
      )
      return new Map(Object.entries(points).map(([sandboxId, point]) => [sandboxId, toMetric(point)]))
    },
  }
}

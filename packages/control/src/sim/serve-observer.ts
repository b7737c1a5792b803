/** Serves simulated logs and metrics on a socket, so that tests pass them through real messages. */
import { createServer } from 'node:http'
import { Direction as DirectionMessage, Observe } from '@cay/contract/gen/observe/observe_pb.js'
import { errorTable, isServiceError } from '@cay/core/errors.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { Observer } from '../ports/observe.ts'

export async function serveObserver(
  observer: Observer,
  socketPath: string,
): Promise<{ close(): Promise<void> }> {
  const server = createServer(connectNodeAdapter({ routes: (router) => addService(router, observer) }))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Responses omit entries and samples: these tests only check that the request arrives intact. */
function addService(router: ConnectRouter, observer: Observer): void {
  router.service(Observe, {
    readLogs: async ({ sandboxId, cursor, direction, startMs, search, limit }) => {
      const towards = directions[direction]
      const from = { startMs: Number(startMs), search, limit, ...(cursor === '' ? {} : { cursor }) }
      const request = { ...from, ...(towards === undefined ? {} : { direction: towards }) }
      const { nextCursor = '' } = await mapToRpcErrors(observer.readLogs(sandboxId, request))
      return { nextCursor }
    },
    readMetrics: async ({ sandboxId, startMs, endMs }) => {
      await mapToRpcErrors(
        observer.readMetrics(sandboxId, { startMs: Number(startMs), endMs: Number(endMs) }),
      )
      return {}
    },
    latestMetrics: async ({ sandboxIds }) => {
      await mapToRpcErrors(observer.latestMetrics(sandboxIds))
      return {}
    },
  })
}

/** Maps errors by the same table as the real node. */
async function mapToRpcErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isServiceError(error)) throw error
    throw new ConnectError(error.message, codeFromString(errorTable[error.code].rpc) ?? Code.Internal)
  }
}

const directions: Readonly<Record<DirectionMessage, Direction | undefined>> = {
  [DirectionMessage.UNSPECIFIED]: undefined,
  [DirectionMessage.FORWARD]: 'forward',
  [DirectionMessage.BACKWARD]: 'backward',
}

/** POST /changes/export and /changes/import: move the root file system's changes from one sandbox to another. */

import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { exportChanges } from '../app/export-changes.ts'
import { type ImportDeps, importChanges } from '../app/import-changes.ts'
import { fileFailure } from '../app/system-failure.ts'
import { PathList } from '../dialect/path-list.ts'
import type { ProcessStopper, StoppedProcesses } from '../ports/root-files.ts'
import { readBody } from './json-body.ts'
import type { Exchange } from './respond.ts'
import type { Route } from './server.ts'

export interface ChangesDeps extends ImportDeps {
  readonly processStopper: ProcessStopper
}

/** Limit in bytes for all paths of a template, which is enough for about a million of them. */
const pathBytesMax = 64 * 1024 * 1024

export function changeRoutes(deps: ChangesDeps): { readonly takeOut: Route; readonly putIn: Route } {
  let isAtWork = false
  const alone = (): Disposable => {
    if (isAtWork) throw new ServiceError('conflict', 'changes are being exported or imported already')
    isAtWork = true
    return {
      [Symbol.dispose]: () => {
        isAtWork = false
      },
    }
  }
  return {
    takeOut: (exchange) => takeOut(deps, exchange, alone),
    putIn: async (exchange) => {
      using _ = alone()
      await putIn(deps, exchange)
    },
  }
}

/**
 * The processes stay stopped until the connection of the call is closed, even after the whole archive was sent:
 * nothing is lost while the caller discards the sandbox, and if it does not, all processes are continued.
 */
async function takeOut(deps: ChangesDeps, exchange: Exchange, alone: () => Disposable): Promise<void> {
  const { socket } = exchange.request
  const turn = alone()
  let processes: StoppedProcesses | undefined
  const end = () => {
    socket.off('close', end)
    processes?.letGo()
    turn[Symbol.dispose]()
  }
  socket.once('close', end)
  try {
    const paths = new PathList(await readBody(exchange, pathBytesMax))
    processes = await deps.processStopper.stopAll()
    if (socket.destroyed) throw new ServiceError('conflict', 'the caller closed the connection')
    exchange.response.writeHead(200, { 'content-type': 'application/x-tar' })
    await pipeline(exportChanges({ ...deps, processes, paths }), exchange.response)
  } catch (error) {
    end()
    throw fileFailure('the changes cannot be read', error)
  }
}

async function putIn(deps: ChangesDeps, { request, response }: Exchange): Promise<void> {
  try {
    // A request that is abandoned midway must still receive a response.
    await importChanges(deps, request.iterator({ destroyOnReturn: false }))
  } catch (error) {
    throw fileFailure('the changes cannot be written', error)
  }
  response.writeHead(204).end()
}

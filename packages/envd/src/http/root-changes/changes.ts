/** POST /changes/export and /changes/import: move the root file system's changes from one sandbox to another. */

import { pipeline } from 'node:stream/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { fileFailure } from '../../app/filesystem/system-failure.ts'
import { exportChanges } from '../../app/root-changes/export-changes.ts'
import { type ImportDeps, importChanges } from '../../app/root-changes/import-changes.ts'
import { PathList } from '../../dialect/root-changes/path-list.ts'
import type { ProcessStopper, StoppedProcesses } from '../../ports/root-files.ts'
import { readBody } from '../json-body.ts'
import type { Exchange } from '../respond.ts'
import type { Route } from '../server/server.ts'

export interface ChangesDeps extends ImportDeps {
  readonly processStopper: ProcessStopper
}

/** Limit in bytes for all paths of a template, which is enough for about a million of them. */
const pathBytesMax = 64 * 1024 * 1024

export function changeRoutes(deps: ChangesDeps): {
  readonly exportRoute: Route
  readonly importRoute: Route
} {
  let isLocked = false
  const lock = (): Disposable => {
    if (isLocked) throw new ServiceError('conflict', 'changes are being exported or imported already')
    isLocked = true
    return {
      [Symbol.dispose]: () => {
        isLocked = false
      },
    }
  }
  return {
    exportRoute: (exchange) => handleExport(deps, exchange, lock),
    importRoute: async (exchange) => {
      using _ = lock()
      await handleImport(deps, exchange)
    },
  }
}

/**
 * The processes stay stopped until the connection of the call is closed, even after the whole archive was sent:
 * nothing is lost while the caller discards the sandbox, and if it does not, all processes are continued.
 */
async function handleExport(deps: ChangesDeps, exchange: Exchange, lock: () => Disposable): Promise<void> {
  const { socket } = exchange.request
  const turn = lock()
  let processes: StoppedProcesses | undefined
  const end = () => {
    socket.off('close', end)
    processes?.continueAll()
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

async function handleImport(deps: ChangesDeps, { request, response }: Exchange): Promise<void> {
  try {
    // A request that is abandoned midway must still receive a response.
    await importChanges(deps, request.iterator({ destroyOnReturn: false }))
  } catch (error) {
    throw fileFailure('the changes cannot be written', error)
  }
  response.writeHead(204).end()
}

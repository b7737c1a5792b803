/** The whole daemon put together from its parts: what `main.ts` runs for the real system and tests run in their own. */

import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { UsageMeter } from './app/measure-usage.ts'
import { ProcessRegistry } from './app/process-registry.ts'
import { createSandboxState } from './app/sandbox-state.ts'
import { Watchers } from './app/watchers.ts'
import { handleCompose } from './http/compose.ts'
import { handleDownload } from './http/download.ts'
import { handleInit } from './http/init.ts'
import { handleMetrics, handleVariables } from './http/metrics.ts'
import { createHttpServer } from './http/server.ts'
import { handleUpload } from './http/upload.ts'
import type {
  ChangeFeed,
  FileTree,
  HostIdentity,
  MetadataStore,
  ProcessHost,
  SystemUsage,
  UserDirectory,
} from './ports.ts'
import { callerInterceptor } from './rpc/caller.ts'
import { registerFilesystem } from './rpc/filesystem.ts'
import { registerProcess } from './rpc/process.ts'

export interface DaemonParts {
  readonly host: ProcessHost
  readonly users: UserDirectory
  readonly tree: FileTree
  readonly metadata: MetadataStore
  readonly openChangeFeed: () => ChangeFeed
  readonly hostIdentity: HostIdentity
  readonly usage: SystemUsage
  readonly searchPath: string
  /** Monotonic. */
  readonly nowMs: () => number
}

/** One message of a client; a frame that claims more is refused before anything is read. */
const messageBytesMax = 64 * 1024 * 1024

export function createDaemon(parts: DaemonParts): Server {
  const state = createSandboxState()
  const deps = { ...parts, state, registry: new ProcessRegistry(parts.nowMs) }
  const watchers = new Watchers(deps)
  const meter = new UsageMeter({ ...deps, wait })
  return createHttpServer({
    state,
    routes: {
      'GET /health': ({ response }) => void response.writeHead(204, { 'cache-control': 'no-store' }).end(),
      'GET /files': (exchange) => handleDownload(deps, exchange),
      'POST /files': (exchange) => handleUpload(deps, exchange),
      'POST /files/compose': (exchange) => handleCompose(deps, exchange),
      'GET /metrics': (exchange) => handleMetrics(meter, exchange),
      'GET /envs': (exchange) => handleVariables(state, exchange),
      'POST /init': (exchange) => handleInit(deps, exchange),
    },
    rpcPrefixes: ['/process.Process/', '/filesystem.Filesystem/'],
    rpc: connectNodeAdapter({
      routes: (router) => {
        registerProcess(router, deps)
        registerFilesystem(router, { ...deps, watchers })
      },
      interceptors: [callerInterceptor(deps)],
      // Nothing is compressed: clients refuse frames that they did not ask for, and streams would stall.
      acceptCompression: [],
      readMaxBytes: messageBytesMax,
    }),
  })
}

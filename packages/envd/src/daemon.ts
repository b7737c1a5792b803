/**
 * Assembles the whole daemon from its parts: `main.ts` runs it with the real system, and tests run it with their own
 * parts.
 */

import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { nodePaths } from '@cay/contract/names.ts'
import { RingBudget } from '@cay/core/process/ring-budget.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { createSandboxState } from './app/identity/sandbox-state.ts'
import { GuestLog } from './app/logs/guest-log.ts'
import { logProcesses } from './app/logs/logged-processes.ts'
import { InputBudget } from './app/process/input-budget.ts'
import { OutputBudget } from './app/process/output-budget.ts'
import { ProcessRegistry } from './app/process/process-registry.ts'
import { ResumableStreams } from './app/streams/resumable-streams.ts'
import { UsageMeter } from './app/usage/measure-usage.ts'
import { OutOfMemoryKiller, watchMemory } from './app/usage/out-of-memory.ts'
import { Watchers } from './app/watch/watchers.ts'
import { handleCompose } from './http/filesystem/compose.ts'
import { handleDownload } from './http/filesystem/download.ts'
import { limitTransfers } from './http/filesystem/limit-transfers.ts'
import { handleUpload } from './http/filesystem/upload.ts'
import { handleInit } from './http/identity/init.ts'
import { handleProof } from './http/identity/proof.ts'
import { handleSandboxLogs, helperRoutes } from './http/logs/guest-helper.ts'
import { changeRoutes } from './http/root-changes/changes.ts'
import { limitConnections } from './http/server/limit-connections.ts'
import { MessageBudget } from './http/server/message-budget.ts'
import { RequestCounter } from './http/server/request-counter.ts'
import { createHttpServer, createOpenHttpServer } from './http/server/server.ts'
import { handleIdle } from './http/usage/idle.ts'
import { handleMetrics, handleVariables } from './http/usage/metrics.ts'
import { handleTrimMemory } from './http/usage/trim-memory.ts'
import type { ChangeFeed } from './ports/change-feed.ts'
import type { FileTree, MetadataStore } from './ports/file-tree.ts'
import type {
  HostIdentity,
  ProcessorLimit,
  ProcMount,
  RestoreHooks,
  RestoreNotice,
  TrustStore,
  VolumeMounts,
} from './ports/identity.ts'
import type { ProcessHost, ProcessTable } from './ports/process.ts'
import type { ProcessStopper, RootFiles } from './ports/root-files.ts'
import type { EventLoop, OwnMemory } from './ports/runtime.ts'
import type { SandboxMemory, SystemUsage } from './ports/usage.ts'
import type { UserDirectory } from './ports/user.ts'
import { callerInterceptor } from './rpc/caller.ts'
import { connectionOf } from './rpc/connection.ts'
import { acceptedTypes } from './rpc/content-types.ts'
import { registerFilesystem } from './rpc/filesystem/filesystem.ts'
import { jsonTextDecoder } from './rpc/json-text.ts'
import { onceInterceptor } from './rpc/once.ts'
import { outputTextEncoder } from './rpc/output-json.ts'
import { registerProcess } from './rpc/process/process.ts'
import { ResponseBudget } from './rpc/response-budget.ts'

export interface DaemonParts {
  readonly host: ProcessHost
  readonly users: UserDirectory
  readonly tree: FileTree
  readonly metadata: MetadataStore
  readonly openChangeFeed: () => ChangeFeed
  readonly hostIdentity: HostIdentity
  readonly trustStore: TrustStore
  readonly procMount: ProcMount
  readonly volumeMounts: VolumeMounts
  readonly processorLimit: ProcessorLimit
  readonly restoreNotice: RestoreNotice
  readonly restoreHooks: RestoreHooks
  readonly eventLoop: EventLoop
  readonly ownMemory: OwnMemory
  readonly usage: SystemUsage
  readonly processTable: ProcessTable
  readonly memory: SandboxMemory
  readonly processStopper: ProcessStopper
  readonly rootFiles: RootFiles
  readonly searchPath: string
  /** Monotonic clock in milliseconds. */
  readonly nowMs: () => number
}

/** Bytes of events of all processes and watched directories that are kept for streams that may be cut. */
const keptEventBytesMax = 32 * 1024 * 1024

/** The library's type does not declare the encoder and the decoder, although the library accepts them. */
const jsonOptions = {
  ignoreUnknownFields: true,
  textEncoder: outputTextEncoder,
  textDecoder: jsonTextDecoder,
}
/** Unknown fields are discarded: the library makes a hundred bytes of memory of two on the wire. */
const binaryOptions = { readUnknownFields: false }

export interface Daemon {
  /** For the node and, through the proxy, for clients. */
  readonly api: Server
  /** For the processes of the sandbox. */
  readonly helper: Server
}

export function createDaemon(parts: DaemonParts): Daemon {
  const state = createSandboxState()
  const log = new GuestLog(() => Date.now())
  const streams = new ResumableStreams()
  const ringBudget = new RingBudget(keptEventBytesMax)
  const memoryMb = () => state.identity.resources?.memoryMb
  const killer = new OutOfMemoryKiller({ ...parts, log, memoryMb })
  const host = watchMemory(logProcesses(parts.host, { ...parts, log }), killer)
  const registry = new ProcessRegistry(parts.nowMs)
  const budgets = {
    inputBudget: new InputBudget(),
    responseBudget: new ResponseBudget(),
    outputBudget: new OutputBudget(),
  }
  const deps = {
    ...parts,
    host,
    quietHost: parts.host,
    wait,
    state,
    log,
    streams,
    ringBudget,
    registry,
    ...budgets,
  }
  const watchers = new Watchers(deps)
  const messages = new MessageBudget()
  const meter = new UsageMeter({ ...deps, wait })
  const requests = new RequestCounter()
  const changes = changeRoutes(deps)
  const api = createHttpServer({
    state,
    requests,
    routes: {
      'GET /health': ({ response }) => void response.writeHead(204, { 'cache-control': 'no-store' }).end(),
      [`GET ${nodePaths.proof}`]: (exchange) => handleProof(state, exchange),
      ...limitTransfers({
        'GET /files': (exchange) => handleDownload(deps, exchange),
        'HEAD /files': (exchange) => handleDownload(deps, exchange),
        'POST /files': (exchange) => handleUpload(deps, exchange),
      }),
      'POST /files/compose': (exchange) => handleCompose(deps, exchange),
      'GET /metrics': (exchange) => handleMetrics(meter, exchange),
      'GET /envs': (exchange) => handleVariables(state, exchange),
    },
    nodeRoutes: {
      'POST /init': (exchange) => handleInit(deps, exchange),
      [`GET ${nodePaths.sandboxLogs}`]: (exchange) => handleSandboxLogs(log, exchange),
      [`GET ${nodePaths.idle}`]: (exchange) => handleIdle({ ...deps, requests }, exchange),
      [`POST ${nodePaths.trimMemory}`]: (exchange) => handleTrimMemory(parts.ownMemory, exchange),
      [`POST ${nodePaths.exportChanges}`]: changes.exportRoute,
      [`POST ${nodePaths.importChanges}`]: changes.importRoute,
    },
    rpcTypes: acceptedTypes([Process, Filesystem]),
    messages,
    rpc: connectNodeAdapter(
      rejectMalformed({
        routes: (router) => {
          registerProcess(router, deps)
          registerFilesystem(router, { ...deps, watchers })
        },
        interceptors: [onceInterceptor(), callerInterceptor(deps)],
        contextValues: connectionOf,
        // Responses are not compressed: clients refuse frames that they did not negotiate, and compression would
        // delay streams.
        acceptCompression: [],
        jsonOptions,
        binaryOptions,
      }),
    ),
  })
  const helper = createOpenHttpServer(helperRoutes(deps))
  limitConnections([api, helper])
  return { api, helper }
}

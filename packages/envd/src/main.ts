/**
 * The daemon of a sandbox and its init process: pid 1 and root. It must never exit, whatever a request or a process
 * of the sandbox does, because the sandbox would end with it.
 */

import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { guestHelperAddress, guestRunDirectory, volumesDirectory } from '@cay/contract/names.ts'
import { filterSystemCalls } from '@cay/kit/host/filter-system-calls.ts'
import { trustPaths } from './app/identity/sandbox-state.ts'
import { explainSudo, resolveSudo } from './app/sudo/resolve-sudo.ts'
import { readEnvdSettings } from './config.ts'
import { createDaemon } from './daemon.ts'
import { closeRangeFilter } from './dialect/process/close-range-filter.ts'
import { sudoSocketName } from './dialect/sudo/sudo-program.ts'
import { createFileTree } from './edge/filesystem/file-tree.ts'
import { createMetadataStore } from './edge/filesystem/metadata-store.ts'
import { createUserDirectory } from './edge/identity/account-files.ts'
import { createHostIdentity } from './edge/identity/host-identity.ts'
import { createProcMount } from './edge/identity/proc-mount.ts'
import { createProcessorLimit, noProcessorLimit } from './edge/identity/processor-limit.ts'
import { createRestoreHooks } from './edge/identity/restore-hooks.ts'
import { createRestoreNotice, noRestoreNotice } from './edge/identity/restore-notice.ts'
import { createTrustStore } from './edge/identity/trust-store.ts'
import { createVolumeMounts } from './edge/identity/volume-mounts.ts'
import { umask } from './edge/libc.ts'
import { findProgram, mayWorkIn } from './edge/process/launch.ts'
import { createLaunchers } from './edge/process/launcher-files.ts'
import { createProcessHost } from './edge/process/process-host.ts'
import { createProcessStopper } from './edge/process/process-stopper.ts'
import { createProcessTable } from './edge/process/process-table.ts'
import { createReaper } from './edge/process/reaper.ts'
import { createRootFiles } from './edge/root-changes/root-view.ts'
import { createEventLoop } from './edge/runtime/event-loop.ts'
import { bindAlone, bindToInterface } from './edge/server/bound-socket.ts'
import { createSudoRules } from './edge/sudo/sudo-rules.ts'
import { listenForSudo } from './edge/sudo/sudo-socket.ts'
import { createOwnMemory } from './edge/usage/own-memory.ts'
import { createSandboxMemory } from './edge/usage/sandbox-memory.ts'
import { createSystemUsage } from './edge/usage/usage.ts'
import { openChangeFeed } from './edge/watch/change-feed.ts'

const helperPort = 80
/** The directory of files that the daemon publishes for programs of the sandbox. */
const runDirectory = '/run/cay'
const launcherDirectory = `${runDirectory}/launchers`
const hookDirectory = '/etc/cay/restore.d'
const rootMountPoint = '/run/cay-root'
const isInit = process.pid === 1

// Waking threads is expensive in gVisor, and a young generation of 1 MiB is collected thousands of times during a
// large output.
setFlagsFromString('--no-parallel-scavenge')
setFlagsFromString('--no-concurrent-array-buffer-sweeping')
surviveFaults()
const procMount = createProcMount()
// This must precede every other access to /proc: entries that have been looked up stay in memory as long as their
// mount does.
const procTrouble = procMount.dropCache()
if (procTrouble !== undefined) reportFault(`/proc keeps its cache: ${procTrouble}`)
umask(0o022)
if (isInit) changeSystemCalls()
const settings = readEnvdSettings(process.env)
const starting = { reaper: createReaper(isInit), launcherOf: createLaunchers(launcherDirectory) }
const users = createUserDirectory()
const hostIdentity = createHostIdentity(guestRunDirectory)
const daemon = createDaemon({
  host: createProcessHost(starting),
  users,
  tree: createFileTree(),
  metadata: createMetadataStore(),
  openChangeFeed,
  usage: createSystemUsage(),
  processTable: createProcessTable(),
  memory: createSandboxMemory(starting.reaper),
  processStopper: createProcessStopper(starting.reaper),
  rootFiles: createRootFiles(rootMountPoint),
  hostIdentity,
  trustStore: createTrustStore(trustPaths),
  procMount,
  volumeMounts: createVolumeMounts(volumesDirectory),
  processorLimit: isInit ? createProcessorLimit(runDirectory) : noProcessorLimit,
  restoreNotice: isInit ? createRestoreNotice(runDirectory) : noRestoreNotice,
  restoreHooks: createRestoreHooks(hookDirectory),
  eventLoop: createEventLoop(),
  ownMemory: createOwnMemory(),
  searchPath: settings.searchPath,
  nowMs: () => performance.now(),
})
daemon.api.listen({ fd: bindAlone(settings.bind, settings.port) })
if (isInit) {
  openSudo()
  openHelper()
}

/** All processes of the sandbox inherit it. A sandbox without it is usable, so a failure is not fatal. */
function changeSystemCalls(): void {
  try {
    filterSystemCalls(closeRangeFilter)
  } catch (error) {
    reportFault(error)
  }
}

/** Only the daemon of a sandbox has processes that may call `sudo`. */
function openSudo(): void {
  const deps = {
    users,
    sudoRules: createSudoRules(),
    findProgram,
    mayWorkIn,
    hostname,
    searchPath: settings.searchPath,
  }
  listenForSudo({
    ...starting,
    socketName: sudoSocketName,
    resolve: (caller) => resolveSudo(deps, caller),
    explain: (caller, reason) => explainSudo(deps, caller, reason),
  })
}

/** Servers of the sandbox can have the same port on other addresses. */
function openHelper(): void {
  hostIdentity.claimHelperAddress()
  daemon.helper.on('error', reportFault)
  try {
    daemon.helper.listen({ fd: bindToInterface(guestHelperAddress, helperPort, 'lo') })
  } catch (error) {
    reportFault(error)
  }
}

/**
 * Uncaught errors are reported on standard error, and the daemon continues; signals that would terminate a process
 * must not terminate init.
 */
function surviveFaults(): void {
  process.on('uncaughtException', reportFault)
  process.on('unhandledRejection', reportFault)
  process.stderr.on('error', () => undefined)
  if (!isInit) return
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const) {
    process.on(signal, () => undefined)
  }
}

function reportFault(fault: unknown): void {
  process.stderr.write(`envd: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`)
}

/** The runtime: one runsc container per sandbox, each with its own state directory, so that removing it is one rm. */
import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '@cay/core/errors.ts'
import { nodeLimitMb } from '@cay/core/memory/bounds.ts'
import {
  canRun,
  identifyProcess,
  isAlive,
  type ProcessIdentity,
  parentOf,
} from '@cay/kit/host/process-identity.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { signalProcess } from '@cay/kit/host/stop-process.ts'
import { renderContainerSpec } from '../../dialect/container/container-spec.ts'
import {
  checkpointVerb,
  createVerb,
  type RunscCall,
  restoreVerb,
  runscArguments,
  runtimeFlags,
  startVerb,
} from '../../dialect/container/runsc-arguments.ts'
import { checkpointFault, fileServerFault, restoreFault } from '../../dialect/container/volume-faults.ts'
import type { Cgroups, Container, Runtime } from '../../ports/container.ts'
import type { Volumes } from '../../ports/volume.ts'
import { attachVolumes, mountVolumesDirectory } from '../volume/attach-volumes.ts'
import { diskMountPoint } from './disks.ts'
import { hasFileServer } from './file-server.ts'

/** A killed process is gone within milliseconds; a loaded machine may take longer to free a large one. */
const killMsMax = 30_000
const killPollMs = 2

/** Bytes below which a disk counts as full: some are left, too few for the next piece of an image. */
const fullBelowBytes = 16 * 1024 * 1024

/** A gigabyte takes three seconds. */
const checkpointMsMax = 600_000
/**
 * Less than control waits. The runtime's decoder needs a time that grows with the square of the number of template files that were
 * looked at: 51 s with 77,550 (docs/lifecycle.md).
 */
const restoreMsMax = 240_000

const bytesPerMb = 1024 * 1024

export interface RunscSettings {
  /** Absent: no container has any. */
  readonly volumes?: Volumes
  readonly cgroups: Cgroups & {
    pathOf(containerId: string): string
    setMemoryLimit(containerId: string, bytes: number): Promise<void>
    startedProcesses(containerId: string): Promise<number[]>
  }
}

export class RunscRuntime implements Runtime {
  readonly flags = runtimeFlags
  readonly #settings: RunscSettings

  constructor(settings: RunscSettings) {
    this.#settings = settings
  }

  async version(): Promise<string> {
    const { stdout } = await run(['runsc', '--version'])
    return stdout.split('\n')[0]?.trim() ?? ''
  }

  async boot(container: Container): Promise<ProcessIdentity> {
    const { call, bundle, pidFile } = await this.#prepare(container)
    await runDetached(call, createVerb(bundle, pidFile))
    await runDetached(call, startVerb())
    return await readIdentity(pidFile)
  }

  async create(container: Container): Promise<ProcessIdentity> {
    const { call, bundle, pidFile } = await this.#prepare(container)
    await runDetached(call, createVerb(bundle, pidFile))
    return await readIdentity(pidFile)
  }

  async restore(container: Container, imageDirectory: string): Promise<ProcessIdentity> {
    const { call, bundle, pidFile } = await this.#prepare(container)
    try {
      await runDetached(call, restoreVerb(bundle, pidFile, imageDirectory), { timeoutMs: restoreMsMax })
    } catch (error) {
      const fault = container.volumes === undefined ? undefined : restoreFault(String(error))
      throw fault ?? error
    }
    return await readIdentity(pidFile)
  }

  async attachVolumes(container: Container): Promise<void> {
    const { volumes } = this.#settings
    if (volumes !== undefined) await attachVolumes(volumes, container)
  }

  async checkpoint(container: Container, imageDirectory: string): Promise<void> {
    const call = callFor(container)
    try {
      await run(runscArguments(call, checkpointVerb(imageDirectory)), { timeoutMs: checkpointMsMax })
    } catch (cause) {
      const said = cause instanceof ToolError ? cause.stderr : ''
      const fault = checkpointFault(said)
      if (fault !== undefined) throw fault
      if (!(await hasFileServer(container))) throw fileServerFault(cause)
      const isTold = /no space left on device|disk quota exceeded/i.test(said)
      if (!isTold && !(await isFull(imageDirectory))) throw cause
      throw new ServiceError('disk_full', 'the disk of the node has no room for the memory', { cause })
    }
  }

  async shieldDaemon(container: Container, sentry: ProcessIdentity, hasUsers: boolean): Promise<void> {
    // Set afterwards, because the guest sees the limit that the runtime found at its start.
    const limitBytes = nodeLimitMb(container.resources.memoryMb) * bytesPerMb
    await this.#settings.cgroups.setMemoryLimit(container.id, limitBytes)
    const pids = await this.#settings.cgroups.startedProcesses(container.id)
    const [template, ...others] = childrenOf(sentry.pid, pids)
    if (template === undefined)
      throw new Error(`the sentry of ${container.id} has no process that others are forked from`)
    await writeFile(`/proc/${template}/oom_score_adj`, String(oomScoreOfUsers))
    setPriority(template, niceOfUsers)
    // A process that has ended meanwhile needs none.
    for (const pid of hasUsers ? others : [])
      await writeFile(`/proc/${pid}/oom_score_adj`, String(oomScoreOfUsers)).catch(() => undefined)
  }

  isAlive(identity: ProcessIdentity): boolean {
    return canRun(identity)
  }

  async hasFileServer(container: Container): Promise<boolean> {
    return await hasFileServer(container)
  }

  /** Avoids `runsc delete`, which waits two seconds for what SIGKILL does in ten milliseconds. */
  async kill(container: Pick<Container, 'id'>, known: ProcessIdentity | undefined): Promise<void> {
    if (known !== undefined) signalProcess(known, 'SIGKILL')
    const deadline = Date.now() + killMsMax
    for (;;) {
      const left = (await this.#settings.cgroups.processes(container.id))
        .map(identifyProcess)
        .filter((one) => one !== undefined)
      if (left.length === 0 && (known === undefined || !isAlive(known))) return
      if (Date.now() > deadline)
        throw new Error(`${container.id} still has processes: ${left.map((one) => one.pid).join(', ')}`)
      for (const one of left) signalProcess(one, 'SIGKILL')
      // A frozen process dies when it is thawed, before it runs anything.
      await this.#settings.cgroups.thaw(container.id)
      await sleep(killPollMs)
    }
  }

  async #prepare(container: Container) {
    const call = callFor(container)
    const emptyRoot = `${container.directory}/root`
    await Promise.all([emptyRoot, call.stateDirectory].map((path) => mkdir(path, { recursive: true })))
    const paths = {
      emptyRoot,
      disk: diskMountPoint(container),
      cgroup: this.#settings.cgroups.pathOf(container.id),
    }
    const { volumes } = this.#settings
    if (container.volumes !== undefined && volumes !== undefined)
      await mountVolumesDirectory(volumes, container)
    await writeFile(`${container.directory}/config.json`, renderContainerSpec(container, paths))
    return { call, bundle: container.directory, pidFile: pidFileOf(container) }
  }
}

/** The sentry outlives the call and would hold a pipe open, so errors are read from the log file. */
async function runDetached(
  call: RunscCall,
  verb: readonly string[],
  options: { readonly timeoutMs?: number } = {},
): Promise<void> {
  try {
    await run(runscArguments(call, verb), {
      ...options,
      leavesProcesses: true,
      hasLargeDescriptorTable: true,
    })
  } catch (cause) {
    throw new Error(`runsc ${verb[0]} failed: ${await lastLines(call.logFile)}`, { cause })
  }
}

const logBytesTold = 2_000

async function lastLines(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).slice(-logBytesTold)
  } catch (error) {
    return `it left no log (${String(error)})`
  }
}

/** The niceness of user processes, behind the runtime and envd of the same sandbox: other sandboxes have their own cgroups. */
const niceOfUsers = 10
/** Makes user processes the first choice of the OOM killer. */
const oomScoreOfUsers = 1000

/**
 * The sentry's children, oldest first: the platform forks the host side of later processes from the first, and they inherit
 * its oom_score_adj. Existing processes keep theirs.
 */
function childrenOf(sentryPid: number, pids: readonly number[]): number[] {
  return pids
    .filter((pid) => parentOf(pid) === sentryPid)
    .map(identifyProcess)
    .filter((child) => child !== undefined)
    .sort((a, b) => a.startTicks - b.startTicks || a.pid - b.pid)
    .map(({ pid }) => pid)
}

const pidFileOf = (container: Container) => `${container.directory}/sentry.pid`

function callFor(container: Container): RunscCall {
  return {
    id: container.id,
    stateDirectory: `${container.directory}/runsc`,
    logFile: `${container.directory}/runsc.log`,
    mountNamespacePath: container.slot.mountNamespacePath,
    ...(container.engine === undefined ? {} : { engine: container.engine }),
  }
}

async function readIdentity(pidFile: string): Promise<ProcessIdentity> {
  const pid = Number(await readFile(pidFile, 'utf8'))
  const identity = identifyProcess(pid)
  if (identity === undefined) throw new Error(`the runtime exited immediately (process ${pid})`)
  return identity
}

/** The runtime does not always report a full disk: it may fail over what it could not write. */
async function isFull(directory: string): Promise<boolean> {
  const { bsize, bfree } = await statfs(directory)
  return bsize * bfree < fullBelowBytes
}

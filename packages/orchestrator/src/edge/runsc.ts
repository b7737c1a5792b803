/** The runtime: one runsc container per sandbox, each with a state directory of its own, so that removing it is one rm. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess, isAlive, type ProcessIdentity } from '@cay/kit/host/process-identity.ts'
import { run } from '@cay/kit/host/run.ts'
import { renderContainerSpec } from '../dialect/container-spec.ts'
import {
  checkpointVerb,
  createVerb,
  type RunscCall,
  restoreVerb,
  runscArguments,
  runtimeFlags,
  startVerb,
} from '../dialect/runsc-arguments.ts'
import type { Cgroups, Container, Runtime } from '../ports.ts'
import { diskMountPoint } from './disks.ts'

/** A killed process is gone within milliseconds; a machine under load may take longer to free a large one. */
const killMsMax = 30_000
const killPollMs = 2

export interface RunscSettings {
  readonly cgroups: Cgroups & { pathOf(containerId: string): string }
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
    await run(runscArguments(call, createVerb(bundle, pidFile)))
    await run(runscArguments(call, startVerb()))
    return await readIdentity(pidFile)
  }

  async restore(container: Container, imageDirectory: string): Promise<ProcessIdentity> {
    const { call, bundle, pidFile } = await this.#prepare(container)
    await run(runscArguments(call, restoreVerb(bundle, pidFile, imageDirectory)))
    return await readIdentity(pidFile)
  }

  async checkpoint(container: Container, imageDirectory: string): Promise<void> {
    await run(runscArguments(callFor(container), checkpointVerb(imageDirectory)), { timeoutMs: 600_000 })
  }

  /** Not `runsc delete`: it waits two seconds for what SIGKILL does in ten milliseconds. */
  async kill(container: Container, known: ProcessIdentity | undefined): Promise<void> {
    if (known !== undefined && isAlive(known)) process.kill(known.pid, 'SIGKILL')
    const deadline = Date.now() + killMsMax
    for (;;) {
      const left = (await this.#settings.cgroups.processes(container.id))
        .map(identifyProcess)
        .filter((one) => one !== undefined)
      if (left.length === 0 && (known === undefined || !isAlive(known))) return
      if (Date.now() > deadline)
        throw new Error(`${container.id} still has processes: ${left.map((one) => one.pid).join(', ')}`)
      for (const one of left) if (isAlive(one)) process.kill(one.pid, 'SIGKILL')
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
    await writeFile(`${container.directory}/config.json`, renderContainerSpec(container, paths))
    return { call, bundle: container.directory, pidFile: pidFileOf(container) }
  }
}

const pidFileOf = (container: Container) => `${container.directory}/sentry.pid`

function callFor(container: Container): RunscCall {
  return {
    id: container.id,
    stateDirectory: `${container.directory}/runsc`,
    mountNamespacePath: container.slot.mountNamespacePath,
  }
}

async function readIdentity(pidFile: string): Promise<ProcessIdentity> {
  const pid = Number(await readFile(pidFile, 'utf8'))
  const identity = identifyProcess(pid)
  if (identity === undefined) throw new Error(`the runtime ended at once (process ${pid})`)
  return identity
}

/**
 * The floor: what `runsc restore` itself costs on this machine. The spec, the flags, the image and the EROFS file are
 * those of the product; there is no service, and nothing but the call and the first answer is timed. Places (namespace,
 * veth pair, directories, spec) are made before the clock starts and removed after it stopped.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@cay/contract/limits.ts'
import { run } from '@cay/kit/host/run.ts'
import { createLogger } from '@cay/kit/log.ts'
import { removeContainer } from '@cay/orchestrator/app/container/remove-container.ts'
import { renderContainerSpec } from '@cay/orchestrator/dialect/container/container-spec.ts'
import {
  checkpointVerb,
  type RunscCall,
  restoreVerb,
  runscArguments,
} from '@cay/orchestrator/dialect/container/runsc-arguments.ts'
import { installationName } from '@cay/orchestrator/dialect/network/slot-plan.ts'
import { readNodeTraits } from '@cay/orchestrator/edge/node/node-traits.ts'
import { listTemplates } from '@cay/orchestrator/edge/template/list-templates.ts'
import type { Container } from '@cay/orchestrator/ports/container.ts'
import type { TemplateBuild } from '@cay/orchestrator/ports/template.ts'
import { prepareMachine, wireMachine } from '@cay/orchestrator/wiring/wire-machine.ts'

/** From a refusal to the next question. */
const refusedMs = 1
/** A restored sandbox answers its first request late: asking anew too early would only keep it busy. */
const probeMsMax = 1_000
const answerMsMax = 30_000

export class BareRestores {
  readonly runtimeVersion: string
  readonly #parts: ReturnType<typeof wireMachine>
  readonly #build: TemplateBuild
  readonly #cgroupParent: string

  private constructor(given: {
    parts: ReturnType<typeof wireMachine>
    build: TemplateBuild
    runtimeVersion: string
    cgroupParent: string
  }) {
    this.runtimeVersion = given.runtimeVersion
    this.#parts = given.parts
    this.#build = given.build
    this.#cgroupParent = given.cgroupParent
  }

  /** In a data directory that no service runs in, with the newest `base` that lies there. */
  static async prepare(dataDir: string): Promise<BareRestores> {
    const log = createLogger('bench', 'error')
    const installation = await prepareMachine(dataDir, log)
    const parts = wireMachine({ dataDir, installation, log, takenSlots: [], preallocatedSlots: 0 })
    const traits = await readNodeTraits(parts.runtime)
    const { builds } = await listTemplates(dataDir, traits)
    const build = builds.find((one) => one.alias === 'base')
    if (build === undefined) throw new Error(`there is no base template in ${dataDir}`)
    const cgroupParent = `/${installationName(installation)}`
    return new BareRestores({ parts, build, runtimeVersion: traits.runtimeVersion, cgroupParent })
  }

  /** Places for `count` restores at once, made one after the other. */
  async makePlaces(count: number): Promise<Container[]> {
    const places: Container[] = []
    for (let made = 0; made < count; made++) places.push(await this.#makePlace())
    return places
  }

  /** Milliseconds from the call to the first answer. */
  async restore(place: Container): Promise<number> {
    const startedMs = performance.now()
    const image = this.#build.checkpoint
    const verb = restoreVerb(place.directory, `${place.directory}/sentry.pid`, image)
    await run(runscArguments(callFor(place), verb), { leavesProcesses: true, hasLargeDescriptorTable: true })
    await firstAnswer(place.slot.address)
    return performance.now() - startedMs
  }

  /** Milliseconds in which the runtime saves what was restored at the place; it goes on. */
  async checkpoint(place: Container): Promise<number> {
    const image = `${place.directory}/image-${this.#parts.host.randomHex(4)}`
    await mkdir(image)
    const startedMs = performance.now()
    await run(runscArguments(callFor(place), checkpointVerb(image)))
    const ms = performance.now() - startedMs
    await rm(image, { recursive: true })
    return ms
  }

  async remove(places: readonly Container[]): Promise<void> {
    const { templateId, buildId, envdVersion } = this.#build
    for (const container of places)
      await removeContainer(this.#parts, { container, templateId, buildId, envdVersion })
  }

  async #makePlace(): Promise<Container> {
    const { rootfs, resources } = this.#build
    const slot = await this.#parts.slots.acquire()
    const id = `c${this.#parts.host.randomHex(10)}`
    const directory = `${this.#parts.containersDirectory}/${id}`
    const container = { id, directory, slot, resources, rootfs }
    const paths = {
      emptyRoot: `${directory}/root`,
      disk: `${directory}/disk`,
      cgroup: `${this.#cgroupParent}/${id}`,
    }
    for (const made of [paths.emptyRoot, paths.disk, `${directory}/runsc`])
      await mkdir(made, { recursive: true })
    await writeFile(`${directory}/config.json`, renderContainerSpec(container, paths))
    return container
  }
}

function callFor(place: Container): RunscCall {
  return {
    id: place.id,
    stateDirectory: `${place.directory}/runsc`,
    logFile: `${place.directory}/runsc.log`,
    mountNamespacePath: place.slot.mountNamespacePath,
  }
}

async function firstAnswer(address: string): Promise<void> {
  const deadline = performance.now() + answerMsMax
  while (!(await answers(address))) {
    if (performance.now() > deadline) throw new Error(`envd did not respond within ${answerMsMax} ms`)
    await sleep(refusedMs)
  }
}

function answers(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(probeMsMax)
    const outgoing = request({ host, port: limits.daemonPort, path: '/health', agent: false, signal })
    outgoing.on('response', (response) => {
      response.on('error', () => undefined)
      response.socket.destroy()
      resolve(true)
    })
    // Not up yet: asked again until the deadline.
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}

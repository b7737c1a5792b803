/**
 * The staging of templates: an installation of its own, in which a template is booted and checkpointed, so that a builder and
 * the node of one data directory never use the same slots. What a killed builder left there is removed first.
 */
import { mkdir, rm } from 'node:fs/promises'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { ContainerParts } from '../app/container/container-parts.ts'
import { templateLayout } from '../dialect/template/template-layout.ts'
import { clearMachine } from './clear-machine.ts'
import { prepareMachine, wireMachine } from './wire-machine.ts'

/** Runs the task with the parts of the staging installation, and leaves nothing of it on the machine. */
export async function inStaging<T>(
  dataDir: string,
  log: Logger,
  task: (parts: ContainerParts) => Promise<T>,
): Promise<T> {
  await cleanStaging(dataDir)
  try {
    return await task(await openStaging(dataDir, log))
  } finally {
    await cleanStaging(dataDir)
  }
}

async function openStaging(dataDir: string, log: Logger): Promise<ContainerParts> {
  const { staging } = templateLayout(dataDir)
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const installation = await prepareMachine(staging, log)
  const parts = wireMachine({ dataDir: staging, installation, log, takenSlots: [], preallocatedSlots: 0 })
  await parts.packetRules.load(new Map())
  return parts
}

/** Serializes cleaning: an interrupted build is cleaned by the signal handler and by its own end. */
const cleanings = new SerialQueue()

/** Removes everything that a builder of this data directory left on the machine. */
export function cleanStaging(dataDir: string): Promise<void> {
  return cleanings.run(dataDir, () => clean(dataDir))
}

async function clean(dataDir: string): Promise<void> {
  const { staging, formerStaging } = templateLayout(dataDir)
  for (const directory of [formerStaging, staging]) {
    await clearMachine(directory)
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Where a template is booted and checkpointed: an installation of its own beside the node's, so that a build and a running
 * node of one data directory never take each other's slots. What a killed builder left there is removed first.
 */
import { mkdir, rm } from 'node:fs/promises'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { ContainerParts } from '../app/node.ts'
import { installationName } from '../dialect/slot-plan.ts'
import { HostCgroups } from '../edge/cgroups.ts'
import { findInstallation, releaseInstallation } from '../edge/installation.ts'
import { removeLeftovers } from '../edge/leftovers.ts'
import { unmount } from '../edge/mounts.ts'
import { removePacketRules } from '../edge/packet-rules.ts'
import { machinePlaces, prepareMachine, wireMachine } from '../machine.ts'
import { templateLayout } from './template-layout.ts'

/** Runs the task with the workshop's parts and leaves nothing of the workshop on the machine. */
export async function inWorkshop<T>(
  dataDir: string,
  log: Logger,
  task: (parts: ContainerParts) => Promise<T>,
): Promise<T> {
  await cleanWorkshop(dataDir)
  try {
    return await task(await openWorkshop(dataDir, log))
  } finally {
    await cleanWorkshop(dataDir)
  }
}

async function openWorkshop(dataDir: string, log: Logger): Promise<ContainerParts> {
  const { workshop } = templateLayout(dataDir)
  await mkdir(workshop, { recursive: true, mode: 0o700 })
  const installation = await prepareMachine(workshop, log)
  return wireMachine({ dataDir: workshop, installation, log, takenSlots: [], readySlots: 0 })
}

/** An interrupted build is cleaned by the interruption and by its own end: one after the other. */
const cleanings = new SerialQueue()

/** Removes everything a builder of this data directory left on the machine; nothing when there is nothing. */
export function cleanWorkshop(dataDir: string): Promise<void> {
  return cleanings.run(dataDir, () => clean(dataDir))
}

async function clean(dataDir: string): Promise<void> {
  const { workshop } = templateLayout(dataDir)
  const { containers, mountNamespaces } = machinePlaces(workshop)
  const installation = await findInstallation(workshop)
  const steps = new UndoStack()
  steps.push('directory', () => rm(workshop, { recursive: true, force: true }))
  if (installation !== undefined) {
    const cgroups = new HostCgroups(installationName(installation))
    const known = { slots: new Set<number>(), containerIds: new Set<string>() }
    steps.push('number', () => releaseInstallation(installation))
    steps.push('packet rules', () => removePacketRules(installation))
    steps.push('cgroups', () => cgroups.removeParents())
    steps.push('mount', () => unmount(mountNamespaces))
    steps.push('containers', () =>
      removeLeftovers({ installation, mountNamespaces, containers, cgroups }, known),
    )
  }
  const failures = await steps.unwind()
  if (failures.length > 0) {
    const names = failures.map(({ name }) => name).join(', ')
    throw new AggregateError(
      failures.map(({ error }) => error),
      `the template workshop could not be cleaned (${names})`,
    )
  }
}

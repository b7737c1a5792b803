/**
 * Removes everything of an installation from the machine: processes, namespaces, interfaces, rules, cgroups and mounts, and
 * releases its number. Files other than containers stay. It needs no service and is idempotent.
 */
import { rm } from 'node:fs/promises'
import { UndoStack } from '@cay/kit/flow/undo-stack.ts'
import { findInstallation, releaseInstallation } from '@cay/kit/host/installation-number.ts'
import { egressAddress, installationName } from '../dialect/network/slot-plan.ts'
import { HostCgroups } from '../edge/container/cgroups.ts'
import { findLeftovers, type Removed, removeLeftovers } from '../edge/container/leftovers.ts'
import { unmount } from '../edge/container/mounts.ts'
import { removeSwapDevice } from '../edge/container/zram-swap.ts'
import { removeEgressAddress } from '../edge/network/egress-address.ts'
import { removePacketRules } from '../edge/network/packet-rules.ts'
import { removeVolumesMountPoint, unmountVolumes } from '../edge/volume/loop-volumes.ts'
import { machineLayout } from './wire-machine.ts'

/** Resolves with what was removed; undefined when nothing of the installation was on the machine. */
export async function clearMachine(dataDir: string): Promise<Removed | undefined> {
  const installation = await findInstallation(dataDir)
  if (installation === undefined) return undefined
  const layout = machineLayout(dataDir)
  const cgroups = new HostCgroups(installationName(installation))
  const nobody = { slots: new Set<number>(), containerIds: new Set<string>() }
  let removed: Removed | undefined
  const steps = new UndoStack()
  steps.push('mount namespaces', () => rm(layout.mountNamespaces, { recursive: true, force: true }))
  steps.push('mount', () => unmount(layout.mountNamespaces))
  steps.push('egress address', () => removeEgressAddress(egressAddress(installation)))
  steps.push('packet rules', () => removePacketRules(installation))
  // After the containers, with which their pages are gone.
  steps.push('swap device', () => removeSwapDevice(installation))
  steps.push('cgroups', () => cgroups.removeParents())
  // After the containers, which use them.
  steps.push('volumes', () => unmountVolumes(layout.volumes))
  steps.push('mount point of volumes', () => removeVolumesMountPoint(dataDir))
  steps.push('containers', async () => {
    const whole = { installation, cgroups, ...layout }
    removed = await removeLeftovers(whole, await findLeftovers(whole, nobody))
  })
  const failures = await steps.unwind()
  if (failures.length > 0) {
    const names = failures.map(({ name }) => name).join(', ')
    throw new AggregateError(
      failures.map(({ error }) => error),
      `the machine could not be cleared of ${dataDir} (${names})`,
    )
  }
  // Last: while anything is left, the number must not be reused.
  await releaseInstallation(installation)
  return removed
}

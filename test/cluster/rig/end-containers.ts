/**
 * Ends the containers of a node by their control groups. Those are this machine's: no namespace of the rig confines them, so they
 * outlive the power of a machine; and SIGKILL ends nothing that version 1 of control groups has frozen, until it is thawed.
 */
import { retry } from '@cay/kit/flow/retry.ts'
import { isErrno } from '@cay/kit/host/errno.ts'
import { findInstallation, releaseInstallation } from '@cay/kit/host/installation-number.ts'
import { installationName } from '@cay/orchestrator/dialect/network/slot-plan.ts'
import { HostCgroups } from '@cay/orchestrator/edge/container/cgroups.ts'

/** Two minutes, which only a hang reaches. */
const attempts = 6_000
const delayMs = () => 20

/**
 * Resolves when no process and no control group of them is left, and nothing that `isLeft` knows of: what a service that is
 * dying has just started is ended as well.
 */
export async function endContainers(dataDir: string, isLeft: () => boolean): Promise<void> {
  await retry(
    async () => {
      const killed = await killContainers(dataDir)
      if (killed > 0 || isLeft()) throw new Error(`the processes of ${dataDir} do not end`)
    },
    { attempts, delayMs },
  )
  const number = await findInstallation(dataDir)
  if (number === undefined) return
  const cgroups = new HostCgroups(installationName(number))
  for (const id of await cgroups.listContainers()) await cgroups.remove(id)
  await cgroups.removeParents()
  await releaseInstallation(number)
}

/** Returns how many processes there were. Each is killed before it is thawed: it does nothing more. */
async function killContainers(dataDir: string): Promise<number> {
  const number = await findInstallation(dataDir)
  if (number === undefined) return 0
  const cgroups = new HostCgroups(installationName(number))
  let killed = 0
  for (const id of await cgroups.listContainers()) {
    const pids = await cgroups.processes(id)
    for (const pid of pids) kill(pid)
    await cgroups.thaw(id)
    killed += pids.length
  }
  return killed
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended since the listing.
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

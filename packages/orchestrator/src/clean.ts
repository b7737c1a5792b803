/**
 * Ends every sandbox of a data directory and leaves the machine as if the installation had never run: no process,
 * namespace, interface, rule, cgroup or mount. Templates, database and keys stay. Needs no service to run.
 */
import { rm } from 'node:fs/promises'
import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { createLogger } from '@cay/kit/log.ts'
import { installationName } from './dialect/slot-plan.ts'
import { HostCgroups } from './edge/cgroups.ts'
import { FileRecords } from './edge/file-records.ts'
import { findInstallation, releaseInstallation } from './edge/installation.ts'
import { removeLeftovers } from './edge/leftovers.ts'
import { unmount } from './edge/mounts.ts'
import { removePacketRules } from './edge/packet-rules.ts'
import { machinePlaces } from './machine.ts'

const settings = readCommonSettings(process.env)
const log = createLogger('clean', settings.logLevel)

await clean(settings.dataDir)

async function clean(dataDir: string): Promise<void> {
  const installation = await findInstallation(dataDir)
  if (installation === undefined) {
    process.stdout.write('nothing of this installation is on the machine\n')
    return
  }
  const places = machinePlaces(dataDir)
  const cgroups = new HostCgroups(installationName(installation))
  const { records } = await new FileRecords(places).list()
  const sandboxes = records.filter((record) => record.claim !== undefined).length
  const nobody = { slots: new Set<number>(), containerIds: new Set<string>() }
  const removed = await removeLeftovers({ installation, cgroups, ...places }, nobody)
  await cgroups.removeParents()
  await unmount(places.mountNamespaces)
  await rm(places.mountNamespaces, { recursive: true, force: true })
  await removePacketRules(installation)
  await releaseInstallation(installation)
  log.debug(removed, 'removed')
  process.stdout.write(
    `ended ${sandboxes} sandboxes; removed ${removed.slots} network slots, ${removed.cgroups} cgroups, ${removed.directories} containers\n`,
  )
}

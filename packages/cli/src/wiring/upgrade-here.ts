/**
 * `cay upgrade`. What it needs is loaded before it starts: the files of the clone are those of another version later.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type UpgradeOptions, upgrade } from '../app/host/upgrade.ts'
import { stopServices } from '../app/service/down.ts'
import { askPerson } from '../edge/host/ask-person.ts'
import { openCloneRepository } from '../edge/host/clone-repository.ts'
import { openRunningServices } from '../edge/host/running-services.ts'
import { openSystemd } from '../edge/host/systemd.ts'
import { readUpFile } from '../edge/service/up-file.ts'
import { print } from './console.ts'
import { installation, packages } from './context.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'
import { expectThisMachine } from './this-machine.ts'

/** The first start of a version may build the base template, which takes minutes. */
const readyMsMax = 15 * 60_000

export async function upgradeHere(options: UpgradeOptions): Promise<number> {
  expectThisMachine('`cay upgrade`')
  stopOnSignals({ outlivesReaders: true })
  const here = installation()
  const { layout, settings } = here
  // Only root sees whether services run, and can restart them.
  if (existsSync(layout.run)) expectRoot('cay upgrade')
  const services = await openRunningServices({
    ...{ dataDir: settings.dataDir, layout, main: `${packages}/cli/src/main.ts`, readyMsMax },
    ...{ systemd: openSystemd(), readRecord: readUpFile, env: here.env },
    stop: () => stopServices({ installation: here, readRecord: readUpFile, print }),
  })
  const deps = {
    ...{ services, ask: askPerson, print },
    repository: openCloneRepository(dirname(packages), here.env),
  }
  return await upgrade(deps, options, stopping.signal)
}

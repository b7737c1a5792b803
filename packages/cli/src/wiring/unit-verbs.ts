import { dirname } from 'node:path'
import { checkSettings } from '@cay/kit/check-settings.ts'
import { installUnit, uninstallUnit } from '../app/host/install-unit.ts'
import { reportSettings } from '../app/host/report-settings.ts'
import { uninstall } from '../app/host/uninstall.ts'
import { down } from '../app/service/down.ts'
import type { UnitVerbs } from '../commands/unit-commands.ts'
import { askPerson } from '../edge/host/ask-person.ts'
import { openSystemd } from '../edge/host/systemd.ts'
import { openUninstallHost } from '../edge/host/uninstall-host.ts'
import { ownEnvironment } from '../environment.ts'
import { print, sayErrors } from './console.ts'
import { environment, installation, packages } from './context.ts'
import { upRecords } from './machine.ts'
import { expectRoot } from './signals.ts'
import { upgradeHere } from './upgrade-here.ts'

export const unitVerbs: UnitVerbs = {
  upgrade: upgradeHere,
  installUnit: async (name) => {
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay install')
    const { dataDir } = installation().settings
    const programs = { node: process.execPath, main: `${packages}/cli/src/main.ts` }
    return await installUnit(
      { systemd: openSystemd(), print },
      { ...programs, name, dataDir, env: ownEnvironment },
    )
  },
  uninstallUnit: async (name) => {
    expectRoot('cay uninstall')
    return await uninstallUnit({ systemd: openSystemd(), print }, name)
  },
  uninstall: async (request) => {
    expectRoot('cay uninstall')
    const here = installation()
    const systemd = openSystemd()
    return await uninstall(
      {
        ...{ systemd, host: openUninstallHost(systemd), ask: askPerson, print },
        down: () => down({ installation: here, readRecord: upRecords.read, print }),
      },
      { ...request, dataDir: here.settings.dataDir, clone: dirname(packages) },
    )
  },
}

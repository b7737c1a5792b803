import { checkSettings } from '@cay/kit/check-settings.ts'
import { installUnit, uninstallUnit } from '../app/host/install-unit.ts'
import { reportSettings } from '../app/host/report-settings.ts'
import type { UnitVerbs } from '../commands/unit-commands.ts'
import { openSystemd } from '../edge/host/systemd.ts'
import { ownEnvironment } from '../environment.ts'
import { print, sayErrors } from './console.ts'
import { environment, installation, packages } from './context.ts'
import { expectRoot } from './signals.ts'

export const unitVerbs: UnitVerbs = {
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
}

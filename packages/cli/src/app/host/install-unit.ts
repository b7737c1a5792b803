/** Has systemd start an installation with the machine, and no longer. */
import { renderUnit, renderUnitSettings, type UnitFacts } from '../../dialect/host/systemd-unit.ts'
import type { Systemd } from '../../ports/systemd.ts'

export interface UnitDeps {
  readonly systemd: Systemd
  readonly print: (line: string) => void
}

export interface UnitRequest extends Omit<UnitFacts, 'settingsFile'> {
  readonly name: string
  /** The variables of Cay are kept for later starts. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Can be repeated, with other settings. */
export async function installUnit({ systemd, print }: UnitDeps, request: UnitRequest): Promise<number> {
  const { unit, settings } = filesOf(systemd, request.name)
  // It may hold keys.
  await systemd.writeFile(settings, renderUnitSettings(request.env), 0o600)
  await systemd.writeFile(unit, renderUnit({ ...request, settingsFile: settings }), 0o644)
  print(`unit: ${unit}`)
  print(`settings: ${settings}`)
  if (!systemd.isRunning) {
    print(`systemd does not run this machine; where it does: systemctl enable --now ${request.name}`)
    return 0
  }
  await systemd.call(['daemon-reload'])
  await systemd.call(['enable', `${request.name}.service`])
  await systemd.call(['restart', `${request.name}.service`])
  print(`started: journalctl --unit ${request.name} --follow`)
  return 0
}

/** Sandboxes, templates and records stay. */
export async function uninstallUnit({ systemd, print }: UnitDeps, name: string): Promise<number> {
  const { unit, settings } = filesOf(systemd, name)
  if (!systemd.hasFile(unit)) {
    print(`there is no unit ${name}`)
    return 1
  }
  if (systemd.isRunning) await systemd.call(['disable', '--now', `${name}.service`])
  await systemd.removeFile(unit)
  await systemd.removeFile(settings)
  if (systemd.isRunning) await systemd.call(['daemon-reload'])
  print(`removed ${unit} and ${settings}; sandboxes go on: \`cay down\` ends them`)
  return 0
}

function filesOf({ unitDirectory, settingsDirectory }: Systemd, name: string) {
  return { unit: `${unitDirectory}/${name}.service`, settings: `${settingsDirectory}/${name}.env` }
}

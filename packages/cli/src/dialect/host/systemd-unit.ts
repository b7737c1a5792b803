/** The unit by which systemd runs an installation, and the file of its settings. */

export interface UnitFacts {
  /** Absolute paths: Node, and the main file of the command. */
  readonly node: string
  readonly main: string
  readonly dataDir: string
  /** Absolute path of the file with the settings. */
  readonly settingsFile: string
}

/** Exit code of `cay up` for a wrong setting, which a restart does not correct. */
const wrongSetting = 78

const header = '# Written by `cay install --systemd`, removed by `cay uninstall --systemd`.'

/**
 * Only the supervisor gets signals (KillMode): it stops the services, and sandboxes go on without them. They are in cgroups of
 * their own beside the unit's, but what has just been started may still be in the unit's.
 */
export function renderUnit({ node, main, dataDir, settingsFile }: UnitFacts): string {
  return `${header}
[Unit]
Description=Cay, sandboxes for untrusted code (${asText(dataDir)})
Wants=network-online.target
After=network-online.target nss-lookup.target postgresql.service
StartLimitIntervalSec=0

[Service]
Type=exec
${environmentLine(dataDir)}
EnvironmentFile=${asText(settingsFile)}
ExecStart=${asWord(node)} ${asWord(main)} up
Restart=always
RestartSec=5
RestartPreventExitStatus=${wrongSetting}
KillMode=process
TimeoutStopSec=90
Delegate=yes
TasksMax=infinity
LimitNOFILE=1048576
OOMPolicy=continue

[Install]
WantedBy=multi-user.target
`
}

const environmentLine = (dataDir: string) =>
  `Environment=${asWord(`CAY_DATA_DIR=${dataDir}`, { isCommand: false })}`

/** Whether we wrote this unit, and for this data directory. */
export function isUnitOf(text: string, dataDir: string): boolean {
  const lines = text.split('\n')
  return lines[0] === header && lines.includes(environmentLine(dataDir))
}

/** Whether there is nothing in it that we do not write. */
export function isUnitSettings(text: string): boolean {
  return text.split('\n').every((line) => line === '' || /^CAY_[A-Z0-9_]+=".*"$/.test(line))
}

/** The variables of Cay, as systemd reads them from a file. Throws for a value with a line end. */
export function renderUnitSettings(env: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(env).flatMap(([name, value]) => {
    if (!/^CAY_[A-Z0-9_]+$/.test(name) || name === 'CAY_DATA_DIR' || value === undefined) return []
    if (/[\r\n\0]/.test(value)) throw new Error(`${name} has a line end, and cannot be in a file of settings`)
    return [`${name}="${value.replaceAll(/[\\"$`]/g, '\\$&')}"\n`]
  })
  return lines.sort().join('')
}

/** `%` begins a specifier. */
const asText = (text: string) => text.replaceAll('%', '%%')

/** One word of a line; in a command, `$` begins a variable. */
function asWord(text: string, { isCommand = true } = {}): string {
  const escaped = asText(text).replaceAll(/[\\"]/g, '\\$&')
  return `"${isCommand ? escaped.replaceAll('$', '$$$$') : escaped}"`
}

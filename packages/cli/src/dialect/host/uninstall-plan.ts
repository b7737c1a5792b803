/** What `cay uninstall` removes and what it leaves. Only what Cay made is removed. */
import { isOwnBackports } from './apt.ts'
import { hostPackages } from './host-packages.ts'
import { isUnitOf, isUnitSettings } from './systemd-unit.ts'

interface FoundFile {
  readonly path: string
  /** Undefined when there is no such file. */
  readonly text: string | undefined
}

export interface UninstallFacts {
  readonly isPurged: boolean
  readonly dataDir: string
  /** Names in the data directory; undefined when there is none. */
  readonly entries: readonly string[] | undefined
  /** Whether it has one of `dataMarkers`. */
  readonly hasMarker: boolean
  /** Home directories of this machine. */
  readonly homes: readonly string[]
  /** The directory that Cay runs from. */
  readonly clone: string
  readonly unit: FoundFile
  readonly unitSettings: FoundFile
  readonly backports: FoundFile
  /** The configuration file, if there is one: an operator wrote it. */
  readonly configFile: string | undefined
  /** Other data directories that are in use on this machine. */
  readonly otherInstallations: readonly string[]
}

export interface UninstallPlan {
  /** The unit is stopped and disabled before its files are removed. */
  readonly hasUnit: boolean
  /** With the files of the unit. */
  readonly files: readonly string[]
  /** Paths below the data directory. */
  readonly data: readonly string[]
  /** What is removed, and what is left and why. */
  readonly lines: readonly string[]
}

export type UninstallDecision = { readonly refusal: string } | { readonly plan: UninstallPlan }

/** Below a data directory; each is written by Cay alone, early in the life of an installation. */
export const dataMarkers = [
  'run/up.lock',
  'templates/.lock',
  'control/cay.db',
  'cluster.json',
  'node.json',
] as const

/** Everything that Cay writes into a data directory itself; names of earlier versions are among them. */
const dataNames: ReadonlySet<string> = new Set([
  ...['control', 'cluster.json', 'node.json', 'node-status.json', 'node-lease.json', 'node-identity'],
  ...['templates', 'shared-rootfs', 'containers', 'cache', 'builder', 'runtimes', 'own-checkpoints'],
  ...['snapshots', 'paused', 'ended', 'volumes', 'volume-checkpoints', 'adopted-sandboxes'],
  ...['logs', 'sandbox-logs', 'sandbox-metrics', 'segment-uploads', 'run', '.backup', '.restore.lock'],
  ...['backup-key'],
  ...['egress-authority', 'tls-authority', 'authorities-kept', 'api-key', 'admin-token', 'secrets-key'],
])

/** The database has had files beside it, such as `cay.db-wal`. */
export const isDataName = (name: string) => dataNames.has(name) || /^cay\.db(-|\.|$)/.test(name)

export function planUninstall(facts: UninstallFacts): UninstallDecision {
  const refusal = whyNot(facts)
  if (refusal !== undefined) return { refusal }
  const { dataDir, unit, unitSettings } = facts
  const hasUnit = unit.text !== undefined && isUnitOf(unit.text, dataDir)
  const hasUnitSettings = hasUnit && unitSettings.text !== undefined && isUnitSettings(unitSettings.text)
  const hasBackports =
    facts.isPurged &&
    facts.otherInstallations.length === 0 &&
    facts.backports.text !== undefined &&
    isOwnBackports(facts.backports.text)
  const files = [
    ...(hasUnit ? [unit.path] : []),
    ...(hasUnitSettings ? [unitSettings.path] : []),
    ...(hasBackports ? [facts.backports.path] : []),
  ]
  const names = (facts.entries ?? []).filter(isDataName)
  const data = facts.isPurged ? names.map((name) => `${dataDir}/${name}`) : []
  const lines = [...describeRemoved(facts, files), ...describeLeft(facts, files)]
  return { plan: { hasUnit, files, data, lines } }
}

function whyNot({ dataDir, entries, hasMarker, homes, clone }: UninstallFacts): string | undefined {
  const named = `the data directory is ${dataDir}`
  if (dataDir === '/') return `${named}, the root of this machine: nothing was removed`
  if (homes.includes(dataDir)) return `${named}, a home directory: nothing was removed`
  if (`${clone}/`.startsWith(`${dataDir}/`))
    return `${named}, which has the clone of Cay in it: nothing was removed`
  if (entries !== undefined && entries.length > 0 && !hasMarker)
    return `${named}, in which Cay has never run: nothing was removed`
  return undefined
}

function describeRemoved(facts: UninstallFacts, files: readonly string[]): string[] {
  const { dataDir, entries, isPurged } = facts
  return [
    `stops the services of ${dataDir}, and ends all of its sandboxes`,
    ...files.map((path) => `removes ${path}`),
    ...(isPurged && entries !== undefined
      ? [`removes all data in ${dataDir}: records, keys, templates, snapshots, volumes, logs`]
      : []),
  ]
}

function describeLeft(facts: UninstallFacts, removed: readonly string[]): string[] {
  const { dataDir, entries = [], isPurged, unit, unitSettings, backports } = facts
  const foreign = entries.filter((name) => !isDataName(name)).map((name) => `${dataDir}/${name}`)
  const isLeft = ({ path, text }: FoundFile) => text !== undefined && !removed.includes(path)
  const others = facts.otherInstallations
  return [
    ...(isPurged
      ? foreign.map((path) => `leaves ${path}: Cay did not make it`)
      : entries.length > 0
        ? [`leaves the data in ${dataDir}: \`--purge\` removes it`]
        : []),
    ...(isLeft(unit) ? [`leaves ${unit.path}: it is not the unit of this data directory`] : []),
    ...(isLeft(unitSettings)
      ? [`leaves ${unitSettings.path}: Cay did not write all of it, or not for this data directory`]
      : []),
    ...(isLeft(backports)
      ? [
          `leaves ${backports.path}: ${
            !isPurged
              ? '`--purge` removes it'
              : others.length > 0
                ? `${others.join(', ')} may need it`
                : 'Cay did not write all of it'
          }`,
        ]
      : []),
    ...(facts.configFile === undefined ? [] : [`leaves ${facts.configFile}: you wrote it`]),
    `leaves the clone in ${facts.clone}`,
    `leaves the Debian packages that Cay uses, since others may use them: ${[...hostPackages.map(({ name }) => name), 'libnss-myhostname'].join(', ')}`,
  ]
}

import { expect, test } from 'vitest'
import { renderBackports } from './apt.ts'
import { renderUnit, renderUnitSettings } from './systemd-unit.ts'
import { planUninstall, type UninstallFacts } from './uninstall-plan.ts'

const dataDir = '/var/lib/cay'
const unitOf = (dataDir: string) =>
  renderUnit({ node: '/n', main: '/m', settingsFile: '/etc/cay/cay.env', dataDir })
const backports = renderBackports(
  { site: 'http://mirror.test/debian', release: 'bookworm-backports', component: 'main' },
  '/usr/share/keyrings/debian-archive-keyring.gpg',
)
const whole: UninstallFacts = {
  isPurged: true,
  dataDir,
  entries: ['control', 'run', 'templates', 'cay.db-wal', 'notes'],
  hasMarker: true,
  homes: ['/root', '/'],
  clone: '/opt/cay',
  unit: { path: '/etc/systemd/system/cay.service', text: unitOf(dataDir) },
  unitSettings: { path: '/etc/cay/cay.env', text: renderUnitSettings({ CAY_DOMAIN: 'a "b"' }) },
  backports: { path: '/etc/apt/sources.list.d/cay-backports.sources', text: backports },
  configFile: '/etc/cay/config.toml',
  otherInstallations: [],
}

function plan(changes: Partial<UninstallFacts> = {}) {
  const decision = planUninstall({ ...whole, ...changes })
  if ('refusal' in decision) throw new Error(decision.refusal)
  return decision.plan
}

test('a purge removes what Cay made and leaves the rest', () => {
  const { hasUnit, files, data, lines } = plan()
  expect(hasUnit).toBe(true)
  expect(files).toEqual([whole.unit.path, whole.unitSettings.path, whole.backports.path])
  expect(data).toEqual(['control', 'run', 'templates', 'cay.db-wal'].map((name) => `${dataDir}/${name}`))
  expect(lines).toContain('leaves /var/lib/cay/notes: Cay did not make it')
  expect(lines).toContain('leaves /etc/cay/config.toml: you wrote it')
  expect(lines.at(-1)).toMatch(/leaves the Debian packages .*: runsc, nftables, .*libnss-myhostname$/)
})

test('without --purge the data and the source of apt stay, and it says where', () => {
  const { files, data, lines } = plan({ isPurged: false })
  expect(files).toEqual([whole.unit.path, whole.unitSettings.path])
  expect(data).toEqual([])
  expect(lines).toContain('leaves the data in /var/lib/cay: `--purge` removes it')
  expect(lines).toContain(`leaves ${whole.backports.path}: \`--purge\` removes it`)
})

test.each<[string, Partial<UninstallFacts>, string]>([
  ['the root', { dataDir: '/' }, 'the root of this machine'],
  ['a home directory', { dataDir: '/root' }, 'a home directory'],
  ['what has the clone in it', { dataDir: '/opt' }, 'which has the clone of Cay in it'],
  ['the clone itself', { dataDir: '/opt/cay' }, 'which has the clone of Cay in it'],
  ['a directory of somebody else', { hasMarker: false, entries: ['run'] }, 'in which Cay has never run'],
])('%s is no data directory to uninstall', (_, changes, words) => {
  for (const isPurged of [false, true])
    expect(planUninstall({ ...whole, ...changes, isPurged })).toEqual({
      refusal: expect.stringContaining(words),
    })
})

test.each<[string, Partial<UninstallFacts>, string]>([
  ['a unit of another data directory', { unit: { ...whole.unit, text: unitOf('/srv/cay') } }, 'unit'],
  ['a unit that somebody else wrote', { unit: { ...whole.unit, text: '[Unit]\n' } }, 'unit'],
  [
    'settings with other variables',
    { unitSettings: { ...whole.unitSettings, text: 'CAY_DOMAIN="a"\nPROXY=b\n' } },
    'unitSettings',
  ],
  [
    'an altered source of apt',
    { backports: { ...whole.backports, text: `${backports}Trusted: yes\n` } },
    'backports',
  ],
  ['a source that another installation needs', { otherInstallations: ['/srv/cay'] }, 'backports'],
])('%s stays', (_, changes, kept) => {
  const { path } = kept === 'unit' ? whole.unit : kept === 'backports' ? whole.backports : whole.unitSettings
  const { files, lines } = plan(changes)
  expect(files).not.toContain(path)
  expect(lines.some((line) => line.startsWith(`leaves ${path}: `))).toBe(true)
})

test('a source of apt that an earlier version wrote is known', () => {
  const text = backports.slice(backports.indexOf('\n') + 1)
  expect(plan({ backports: { ...whole.backports, text } }).files).toContain(whole.backports.path)
})

test('where nothing is there is nothing to remove', () => {
  const none = (path: string) => ({ path, text: undefined })
  const { files, data } = plan({
    ...{ entries: undefined, hasMarker: false, configFile: undefined },
    ...{ unit: none('/u'), unitSettings: none('/s'), backports: none('/b') },
  })
  expect([files, data]).toEqual([[], []])
})

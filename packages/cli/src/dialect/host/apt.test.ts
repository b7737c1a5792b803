import { expect, test } from 'vitest'
import {
  activityOf,
  findDistributionSources,
  findMainSource,
  hasBackports,
  isLockComplaint,
  parseIndexTargets,
  renderSources,
} from './apt.ts'

const listed = `http://mirror.example/debian|bookworm|main
http://mirror.example/debian|bookworm|main
http://mirror.example/debian|bookworm-updates|main
http://mirror.example/security|bookworm-security|main
https://third.example/apt|nodistro|main
https://third.example/apt|nodistro|
`

test('each configured source is one record, however many architectures it has', () => {
  expect(parseIndexTargets(listed).map((source) => source.release)).toEqual([
    'bookworm',
    'bookworm-updates',
    'bookworm-security',
    'nodistro',
  ])
})

test('the mirror is the one the machine uses for its main packages', () => {
  const sources = parseIndexTargets(listed)
  expect(findMainSource(sources, 'bookworm')?.site).toBe('http://mirror.example/debian')
  expect(findMainSource(sources, 'trixie')).toBeUndefined()
})

test('a machine that follows an alias instead of a codename has a mirror too', () => {
  const sources = parseIndexTargets('mirror+file:/etc/apt/mirrors/debian.list|stable|main\n')
  expect(findMainSource(sources, 'trixie')?.site).toBe('mirror+file:/etc/apt/mirrors/debian.list')
})

test('backports are found under the codename, not under another release', () => {
  const withBackports = parseIndexTargets(`${listed}http://mirror.example/debian|bookworm-backports|main\n`)
  expect(hasBackports(parseIndexTargets(listed), 'bookworm')).toBe(false)
  expect(hasBackports(withBackports, 'bookworm')).toBe(true)
  expect(hasBackports(withBackports, 'trixie')).toBe(false)
})

test('sources of third parties are left out of an update', () => {
  const sources = findDistributionSources(parseIndexTargets(listed), 'bookworm')
  expect(sources.map((source) => source.site)).not.toContain('https://third.example/apt')
  expect(sources).toHaveLength(3)
})

test('a sources file names mirror, suite, component and keyring', () => {
  const source = { site: 'http://mirror.example/debian', release: 'bookworm-backports', component: 'main' }
  expect(renderSources([source], '/usr/share/keyrings/k.gpg')).toBe(
    'Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\nSigned-By: /usr/share/keyrings/k.gpg\n',
  )
  expect(renderSources([source], undefined)).not.toContain('Signed-By')
})

test('a lock that another apt holds is told from other failures', () => {
  expect(
    isLockComplaint('E: Could not get lock /var/lib/apt/lists/lock. It is held by process 12 (apt-get)'),
  ).toBe(true)
  expect(isLockComplaint('E: Unable to locate package runsc')).toBe(false)
})

test('what apt does is told in a few words', () => {
  expect(activityOf('Get:3 http://m.example/debian bookworm/main amd64 runsc amd64 0.0 [5685 kB]')).toBe(
    'downloading runsc',
  )
  expect(activityOf('Setting up nftables (1.0.6-2) ...')).toBe('setting up nftables')
  expect(activityOf('Reading package lists...')).toBeUndefined()
})

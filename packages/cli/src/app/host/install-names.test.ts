import { expect, test } from 'vitest'
import type { PackageManager } from '../../ports/package-manager.ts'
import { installNames } from './install-names.ts'

interface World {
  readonly domain: string | undefined
  readonly resolves?: boolean
  readonly codename?: string
  readonly fails?: Error
}

/** What is installed and what is said. */
async function installOn({ domain, resolves = false, codename = 'bookworm', fails }: World) {
  const installed: string[] = []
  const notes: string[] = []
  const packages: PackageManager = {
    inspectPrograms: () => Promise.reject(new Error('not asked')),
    ensureBackports: () => Promise.reject(new Error('not asked')),
    readCodename: async () => (codename === '' ? undefined : codename),
    updateLists: async () => undefined,
    findUnresolvedNames: async (names) => (resolves ? [] : names),
    installPackages: async (names) => {
      if (fails !== undefined) throw fails
      installed.push(...names)
    },
  }
  const step = { doing: () => undefined, note: (text: string) => notes.push(text), outcome: () => undefined }
  await installNames(packages, { domain, env: {}, step, signal: new AbortController().signal })
  return { installed, notes }
}

test('a domain below localhost gets the package by which all programs resolve it', async () => {
  expect((await installOn({ domain: 'cay.localhost' })).installed).toEqual(['libnss-myhostname'])
})

test.each<[string, World]>([
  ['there is no domain', { domain: undefined }],
  ['the domain is not below localhost', { domain: 'sandbox.test' }],
  ['its names resolve already', { domain: 'cay.localhost', resolves: true }],
  ['the system is not Debian', { domain: 'cay.localhost', codename: '' }],
])('nothing is installed where %s', async (_, world) => {
  expect(await installOn(world)).toEqual({ installed: [], notes: [] })
})

test('a host that cannot have the package is told, and starts', async () => {
  const { installed, notes } = await installOn({
    domain: 'cay.localhost',
    fails: new Error('no network\nmore'),
  })
  expect(installed).toEqual([])
  expect(notes.at(-1)).toBe('warning: libnss-myhostname could not be installed: no network')
})

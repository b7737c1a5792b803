import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { extendedBy, parseRecipe } from './recipe.ts'

const whole = {
  alias: 'base',
  debian: { packages: ['bash', 'libstdc++6'], excludedPaths: [], includedPaths: [] },
  npm: '11.0.0',
  user: { name: 'user', uid: 1000, gid: 1000, shell: '/bin/bash', groups: ['sudo'] },
  directories: { '/tmp': '1777' },
  modes: {},
  removed: [],
  diverted: [],
  writableByAll: ['/usr/local'],
}

const parseWith = (changes: object) => parseRecipe(stringify({ ...whole, ...changes }))

const textOf = (alias: string) =>
  readFile(new URL(`../../../../../templates/${alias}/template.yaml`, import.meta.url), 'utf8')

test('recipes of the project are valid', async () => {
  const recipe = parseRecipe(await textOf('base'))
  expect(recipe.alias).toBe('base')
  expect(recipe.user).toMatchObject({ name: 'user', uid: 1000, gid: 1000 })
  expect(parseRecipe(await textOf('docker'), recipe).user).toEqual({
    ...recipe.user,
    groups: [...recipe.user.groups, 'docker'],
  })
})

test('a recipe that extends another has all of it and its own on top', () => {
  const below = parseWith({})
  const text = stringify({
    alias: 'more',
    extends: 'base',
    debian: { packages: ['python3'] },
    nodeModules: { '/usr/lib/more': ['@scope/name@1.2.3'] },
    newestPython: ['numpy'],
    run: [['javac', 'Main.java']],
    bundles: { '/usr/lib/tool': 'tool' },
    links: { '/opt/tool': '/usr/lib/tool' },
    memoryMb: 2048,
    start: { user: 'user', command: 'serve', ready: 'true' },
  })
  expect(extendedBy(text)).toBe('base')
  expect(parseRecipe(text, below)).toEqual({
    ...below,
    alias: 'more',
    packages: [...below.packages, 'python3'],
    nodeModules: new Map([['/usr/lib/more', ['@scope/name@1.2.3']]]),
    newestPython: ['numpy'],
    run: [['javac', 'Main.java']],
    bundles: new Map([['/usr/lib/tool', 'tool']]),
    links: new Map([['/opt/tool', '/usr/lib/tool']]),
    memoryMb: 2048,
    start: { user: 'user', command: 'serve', ready: 'true' },
  })
})

test('packages of one Debian suite are added to those of the recipe below', () => {
  const of = (packagesOf: object) => ({ debian: { ...whole.debian, packagesOf } })
  const below = parseWith(of({ bookworm: ['a'] }))
  const own = { alias: 'more', extends: 'base', ...of({ bookworm: ['b'], trixie: ['c'] }) }
  const packagesOf = Object.fromEntries(parseRecipe(stringify(own), below).packagesOf)
  expect(packagesOf).toEqual({ bookworm: ['a', 'b'], trixie: ['c'] })
})

test('permission bits are read as octal', () => {
  expect(parseWith({}).directories.get('/tmp')).toBe(0o1777)
})

test.each([
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['a missing list', { removed: undefined }, 'removed'],
  [
    'a package that is an option',
    { debian: { ...whole.debian, packages: ['--help'] } },
    'debian.packages[0]',
  ],
  ['a package with a comma', { debian: { ...whole.debian, packages: ['a,b'] } }, 'debian.packages[0]'],
  ['root as the user', { user: { ...whole.user, uid: 0 } }, 'user.uid'],
  ['a path that climbs', { removed: ['/etc/../../home'] }, 'removed[0]'],
  ['a program to divert that is no path', { diverted: ['sudo'] }, 'diverted[0]'],
  ['a relative path', { writableByAll: ['usr'] }, 'writableByAll[0]'],
  ['an empty start command', { start: { user: 'user', command: '', ready: 'true' } }, 'start.command'],
  ['an npm package without a version', { nodeModules: { '/a': ['acorn'] } }, 'nodeModules./a[0]'],
  ['a Python package that is an option', { newestPython: ['--pre'] }, 'newestPython[0]'],
  ['a command that is one text', { run: ['javac Main.java'] }, 'run[0]'],
  [
    'a bundle of a package that is a path',
    { bundles: { '/usr/lib/tool': '../tool' } },
    'bundles./usr/lib/tool',
  ],
  ['a link to nowhere', { links: { '/opt/tool': 'usr' } }, 'links./opt/tool'],
  ['memory that no sandbox may have', { memoryMb: 64 }, 'memoryMb'],
  ['bits that are a number', { directories: { '/tmp': 1777 } }, 'directories./tmp'],
])('%s is refused by its name', (_, changes, field) => {
  expect(() => parseWith(changes)).toThrow(`template recipe: ${field} must be`)
})

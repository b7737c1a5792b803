import { expect, test } from 'vitest'
import { filesBelow, read } from './tree.ts'

/** Put together here, because this file is read by its own test too. */
const registries = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['deb', 'debian', 'org'],
  ['security', 'debian', 'org'],
  ['ftp', 'debian', 'org'],
  ['archive', 'ubuntu', 'com'],
  ['storage', 'googleapis', 'com'],
  ['nodejs', 'org/dist'],
  ['deb', 'nodesource', 'com'],
  ['download', 'docker', 'com'],
  ['registry-1', 'docker', 'io'],
  ['ghcr', 'io'],
  ['quay', 'io'],
  ['gcr', 'io'],
  ['pypi', 'org'],
].map((labels) => labels.join('.'))

test('no host name of a registry stands anywhere in the project', () => {
  const found = filesBelow('.').flatMap((path) => {
    const text = read(path)
    return registries.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`)
  })
  expect(found).toEqual([])
})

import { expect, test } from 'vitest'
import { read } from './tree.ts'

interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

// Parsed data: its shape is npm's.
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

test('the lock file holds no address', () => {
  const addresses = Object.values(packages).flatMap(({ resolved, link }) =>
    link === true ? [] : (resolved ?? []),
  )
  expect(addresses).toEqual([])
})

test('optional packages of every platform are locked, or `npm ci` refuses: node scripts/complete-lock.mjs', () => {
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${parent}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

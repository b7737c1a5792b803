/** What runs Cay is installed without what tests it. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesBelow, read } from './tree.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const packages = [...new Set(filesBelow('packages').map((path) => path.split('/')[1] ?? ''))]
/** Without simulators and helpers of tests. */
const production = filesBelow('packages').filter(
  (path) => /\.(ts|mjs|js)$/.test(path) && !/\.test\.ts$|\.d\.ts$|\/(sim|testing)\//.test(path),
)

/** Of modules that are neither ours nor Node's, by the names under which they are installed. */
function foreignImports(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(read(path), true, true)
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => !/^(\.|node:|@cay\/)/.test(name))
    .map((name) =>
      name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? ''),
    )
}

test.each(packages)('%s has what it imports among its dependencies', (name) => {
  const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`)) as Manifest
  const missing = production
    .filter((path) => path.startsWith(`packages/${name}/`))
    .flatMap((path) =>
      foreignImports(path)
        .filter((foreign) => !(foreign in dependencies))
        .map((foreign) => `${path} imports ${foreign}`),
    )
  expect(missing).toEqual([])
})

test('no production file imports what is there for tests', () => {
  const importers = production.filter((path) =>
    ts.preProcessFile(read(path)).importedFiles.some(({ fileName }) => /\/(sim|testing)\//.test(fileName)),
  )
  expect(importers).toEqual([])
})

test('what is locked as a dependency of tests is no dependency of a package', () => {
  const { packages: locked } = JSON.parse(read('package-lock.json')) as {
    packages: Readonly<Record<string, { readonly dev?: boolean }>>
  }
  const names = packages.flatMap((name) =>
    Object.keys((JSON.parse(read(`packages/${name}/package.json`)) as Manifest).dependencies ?? {}),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => locked[`node_modules/${name}`]?.dev === true)).toEqual([])
})

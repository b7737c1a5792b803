import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

/** What a package may import of ours; itself always. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  core: ['contract'],
  kit: ['contract', 'core'],
  blobs: ['contract', 'core', 'kit'],
  builder: ['contract', 'core', 'kit'],
  cli: ['contract', 'core', 'kit', 'blobs'],
  control: ['contract', 'core', 'kit', 'blobs'],
  orchestrator: ['contract', 'core', 'kit', 'blobs'],
  proxy: ['contract', 'core', 'kit'],
  egress: ['contract', 'core', 'kit'],
  agent: ['contract', 'core', 'kit'],
  envd: ['contract', 'core', 'kit'],
  dashboard: ['contract'],
  'mcp-gateway': ['kit'],
}

function importsOf(path: string): string[] {
  return [...read(path).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '')
}

const packageOf = (path: string) => path.split('/')[1] ?? ''

test('imports go down only, and services never import one another', () => {
  const upward = sources().flatMap((path) => {
    const self = packageOf(path)
    return importsOf(path)
      .filter((name) => name.startsWith('@cay/'))
      .filter((name) => ![self, ...(allowed[self] ?? [])].includes(packageOf(name)))
      .map((name) => `${path} imports ${name}`)
  })
  expect(upward).toEqual([])
})

test('only kit/host starts programs', () => {
  const importers = sources().filter((path) =>
    importsOf(path).some((name) => /^(node:)?child_process$/.test(name)),
  )
  expect(importers.filter((path) => !path.startsWith('packages/kit/src/host/'))).toEqual([])
})

test('core is synchronous', () => {
  const core = sources().filter((path) => path.startsWith('packages/core/'))
  expect(core.filter((path) => /\b(async|await|Promise)\b/.test(withoutComments(read(path))))).toEqual([])
})

test('the environment is read at the door only', () => {
  const doors = /^packages\/(kit\/src\/service|[a-z-]+\/src\/[a-z-]+)\.ts$/
  const readers = sources().filter((path) => /\bprocess\.env\b/.test(withoutComments(read(path))))
  expect(readers.filter((path) => !doors.test(path))).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

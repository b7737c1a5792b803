import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimInstallation, findInstallation } from './installation-number.ts'

// Two containers are like one process that claims twice: the ids of their processes are the same.
test('containers that share the claims of their machine take each other’s, because their processes have the same ids', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cay-claims-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dataDirs = Array.from({ length: 8 }, (_, index) => join(root, `data-${index}`))
  for (const dataDir of dataDirs) mkdirSync(dataDir)
  const numbers = await Promise.all(dataDirs.map((dataDir) => claimInstallation(dataDir, root)))
  expect(numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(await Promise.all(dataDirs.map((dataDir) => findInstallation(dataDir, root)))).toEqual(numbers)
  expect(readdirSync(join(root, 'run/cay')).filter((name) => name.startsWith('.'))).toEqual([])
})

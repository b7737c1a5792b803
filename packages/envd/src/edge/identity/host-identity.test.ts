import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHostIdentity } from './host-identity.ts'

const directory = mkdtempSync(join(tmpdir(), 'identity-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('sandboxes of one template have machine ids of their own, and keep them', () => {
  const file = join(directory, 'machine-id')
  writeFileSync(file, '')
  const identity = createHostIdentity(directory, file)
  const [first, again, second] = ['ia', 'ia', 'ib'].map((sandboxId) => {
    identity.setMachineId(sandboxId)
    return readFileSync(file, 'utf8')
  })
  expect(first).toMatch(/^[0-9a-f]{32}\n$/)
  expect(again).toBe(first)
  expect(second).toMatch(/^[0-9a-f]{32}\n$/)
  expect(second).not.toBe(first)
})

test('an image without a machine id stays without one', () => {
  const file = join(directory, 'missing')
  createHostIdentity(directory, file).setMachineId('ia')
  expect(existsSync(file)).toBe(false)
})

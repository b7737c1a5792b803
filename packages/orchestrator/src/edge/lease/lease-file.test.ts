import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaseFileAt } from './lease-file.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(`${tmpdir()}/cay-lease-`)
})
afterEach(() => rm(directory, { recursive: true }))

test('a lease is read as it was written, also one that was never granted', async () => {
  const file = leaseFileAt(`${directory}/lease.json`)
  expect(await file.read()).toBeUndefined()
  for (const lease of [
    { bootId: 'b', incarnation: 3 },
    { bootId: 'b', incarnation: 4, lastSentAtMs: 12.5 },
    { bootId: 'b', incarnation: 4, bounds: { leaseMs: 1, fenceMs: 2, endMs: 3 } },
  ]) {
    await file.write(lease)
    expect(await file.read()).toEqual(lease)
  }
})

test('bounds that are damaged are none, and the rest is kept', async () => {
  const lease = { bootId: 'b', incarnation: 4 }
  for (const bounds of [null, 7, { leaseMs: 1, fenceMs: 2 }, { leaseMs: 1, fenceMs: '2', endMs: 3 }]) {
    await writeFile(`${directory}/lease.json`, JSON.stringify({ ...lease, bounds }))
    expect(await leaseFileAt(`${directory}/lease.json`).read()).toEqual(lease)
  }
})

test.each(['', '{"boot', 'null', '{}', '{"bootId":"b"}'])('damaged text is no lease: %s', async (text) => {
  await writeFile(`${directory}/lease.json`, text)
  expect(await leaseFileAt(`${directory}/lease.json`).read()).toBeUndefined()
})

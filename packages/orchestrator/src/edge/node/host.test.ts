import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { LinuxHost } from './host.ts'

const roomOf = (usedBytes: number) => ({
  room: async () => ({ usedBytes, sizeBytes: 2 ** 52, memoryBytes: 0, memoryBytesMax: 2 ** 52 }),
})

test('a node without swap tells what the kernel says is available', async () => {
  expect((await new LinuxHost(tmpdir()).room()).memoryAvailableMb).toBeGreaterThan(0)
})

test('sandboxes that may want their memory back from swap leave less for others', async () => {
  expect((await new LinuxHost(tmpdir(), roomOf(2 ** 50)).room()).memoryAvailableMb).toBe(0)
})

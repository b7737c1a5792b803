import { expect, test } from 'vitest'
import { run } from './run.ts'

const descriptorTableSize = async (hasLargeDescriptorTable: boolean) => {
  const { stdout } = await run(['grep', 'FDSize', '/proc/self/status'], { hasLargeDescriptorTable })
  return Number(stdout.replace(/\D/g, ''))
}

test('a program that asks for a large descriptor table has room for the descriptors that runsc duplicates', async () => {
  expect(await descriptorTableSize(false)).toBeLessThan(257)
  expect(await descriptorTableSize(true)).toBeGreaterThan(257)
})

test('the large table gives a program nothing but /dev/null', async () => {
  const { stdout } = await run(['sh', '-c', 'for f in /proc/$$/fd/*; do readlink $f; done; true'], {
    hasLargeDescriptorTable: true,
  })
  const files = stdout
    .trim()
    .split('\n')
    .filter((target) => target.startsWith('/') && !target.startsWith('/proc/'))
  expect(new Set(files)).toEqual(new Set(['/dev/null']))
})

test('this process keeps no descriptor of a large table', async () => {
  const count = async () => (await run(['ls', `/proc/${process.pid}/fd`])).stdout.trim().split('\n').length
  const rounds = 40
  const before = await count()
  for (let round = 0; round < rounds; round++) await run(['true'], { hasLargeDescriptorTable: true })
  // Pipes of other programs come and go.
  expect(await count()).toBeLessThan(before + rounds / 2)
})

import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Nftables } from './nftables.ts'
import { run } from './run.ts'

const directories = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
const hasLibrary = directories.some((directory) => existsSync(`${directory}/libnftables.so.1`))
const inherited = async () => (await run(['ls', '/proc/self/fd'])).stdout.trim().split('\n').length

it.skipIf(!hasLibrary)('a program that is started does not get the way to the packet rules', async () => {
  const before = await inherited()
  const nftables = new Nftables()
  expect(await inherited()).toBe(before)
  await expect(nftables.apply('no rule at all\n')).rejects.toThrow(/^nftables: Error: syntax error/)
})

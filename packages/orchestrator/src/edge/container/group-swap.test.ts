import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HostCgroups } from './cgroups.ts'
import { groupSwapOf } from './group-swap.ts'

const group = '/cay0/c1'
const bytes = 4 * 1024 * 1024
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cay-swap-'))
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

async function makeFiles(directory: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** Files below a cgroup tree take what is written as a whole; here the rest of what was there before stays behind it. */
const contents = async (path: string) => (await readFile(join(root, path), 'utf8')).split('\n')[0]

describe('version 2', () => {
  const files = {
    'memory.swap.max': '0  \n',
    'memory.max': '1000000000\n',
    'memory.current': '50000000\n',
    'memory.stat': 'inactive_anon 40000000\nactive_anon 50\n',
    'memory.reclaim': '',
  }

  test('a swap-out asks the kernel for so many bytes, and no swap is allowed afterwards', async () => {
    await makeFiles(group, files)
    const swap = await groupSwapOf(root, group)
    expect(await swap?.swapOut(bytes)).toBe(0)
    expect(await contents(`${group}/memory.reclaim`)).toBe(`${bytes} swappiness=200`)
    expect(await contents(`${group}/memory.swap.max`)).toMatch(/^0/)
  })

  test('where nothing is left that could swap, pages of files are left alone', async () => {
    await makeFiles(group, { ...files, 'memory.stat': 'inactive_anon 100\nactive_anon 50\nfile 40000000\n' })
    expect(await (await groupSwapOf(root, group))?.swapOut(bytes)).toBe(0)
    expect(await contents(`${group}/memory.reclaim`)).toBe('')
  })

  test('a group that is removed during a swap-out is no error', async () => {
    const { 'memory.reclaim': _, ...others } = files
    await makeFiles(group, others)
    expect(await (await groupSwapOf(root, group))?.swapOut(bytes)).toBe(0)
    expect(await contents(`${group}/memory.swap.max`)).toMatch(/^0/)
  })

  test('who is given a limit of memory may not swap beyond it', async () => {
    await makeFiles(group, { ...files, 'memory.swap.max': 'max\n' })
    await new HostCgroups('cay0', root, { confinesSwap: true }).setMemoryLimit('c1', 2_000_000_000)
    expect(await contents(`${group}/memory.max`)).toBe('2000000000')
    expect(await contents(`${group}/memory.swap.max`)).toMatch(/^0/)
  })

  test('without the setting the swap limit is not touched', async () => {
    await makeFiles(group, { ...files, 'memory.swap.max': 'max\n' })
    await new HostCgroups('cay0', root).setMemoryLimit('c1', 2_000_000_000)
    expect(await contents(`${group}/memory.swap.max`)).toBe('max')
  })
})

describe('version 1', () => {
  const memory = `memory${group}`
  const limit = '1711276032'
  const files = {
    'memory.limit_in_bytes': `${limit}\n`,
    'memory.memsw.limit_in_bytes': `${limit}\n`,
    'memory.usage_in_bytes': '50000000\n',
    'memory.swappiness': '60 \n',
    'memory.stat': 'total_inactive_anon 40000000\ntotal_active_anon 50\n',
  }

  test('after a swap-out the limit and the swappiness are what they were', async () => {
    await makeFiles(memory, files)
    expect(await (await groupSwapOf(root, group))?.swapOut(bytes)).toBe(0)
    expect(await contents(`${memory}/memory.limit_in_bytes`)).toBe(limit)
    expect(await contents(`${memory}/memory.swappiness`)).toMatch(/^60/)
  })

  test('a limit of memory holds for memory and swap, whether it is raised or lowered', async () => {
    await makeFiles(memory, files)
    const swap = await groupSwapOf(root, group)
    for (const limit of [2_000_000_000, 1_500_000_000]) {
      await swap?.setLimit(limit)
      expect(await contents(`${memory}/memory.limit_in_bytes`)).toBe(String(limit))
      expect(await contents(`${memory}/memory.memsw.limit_in_bytes`)).toBe(String(limit))
    }
  })

  test('a limit that a node left lowered when it was killed is put right by the next', async () => {
    await makeFiles(memory, { ...files, 'memory.limit_in_bytes': '45000000  \n' })
    await new HostCgroups('cay0', root, { confinesSwap: true }).confineSwap()
    expect(await contents(`${memory}/memory.limit_in_bytes`)).toBe(limit)
  })

  test('one that was made before the setting gets its limit for memory and swap together', async () => {
    await makeFiles(memory, { ...files, 'memory.memsw.limit_in_bytes': '9223372036854771712\n' })
    await new HostCgroups('cay0', root, { confinesSwap: true }).confineSwap()
    expect(await contents(`${memory}/memory.limit_in_bytes`)).toBe(limit)
    expect((await contents(`${memory}/memory.memsw.limit_in_bytes`))?.slice(0, limit.length)).toBe(limit)
  })
})

test('a kernel that does not limit swap has no such group', async () => {
  await makeFiles(`memory${group}`, { 'memory.limit_in_bytes': '1\n' })
  expect(await groupSwapOf(root, group)).toBeUndefined()
})

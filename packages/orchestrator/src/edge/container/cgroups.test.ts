import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HostCgroups } from './cgroups.ts'

test('in a container, no signal for the sandbox of another one goes to its own process group', async () => {
  const root = await mkdtemp(join(tmpdir(), 'cay-cgroups-'))
  try {
    await mkdir(join(root, 'cay0/c1/init'), { recursive: true })
    await writeFile(join(root, 'cay0/c1/cgroup.procs'), '0\n12\n')
    await writeFile(join(root, 'cay0/c1/init/cgroup.procs'), '0\n')
    expect(await new HostCgroups('cay0', root).processes('c1')).toEqual([12])
  } finally {
    await rm(root, { recursive: true })
  }
})

/**
 * Locks of a directory that two machines share, on file systems of their own: bindfs in FUSE gives each mount locks of its own, as NFS
 * with `local_lock` does, or passes them on, as NFS 4 does.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVolumesFacts } from '@cay/cli/edge/host/volumes-facts.ts'
import { ignoreMissing } from '@cay/kit/host/errno.ts'
import { run } from '@cay/kit/host/run.ts'
import { findMount } from '@cay/orchestrator/edge/container/mounts.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type UnpackedPackages, unpackPackages } from '../support/debian-packages.ts'

vi.setConfig({ testTimeout: 120_000 })

let packages: UnpackedPackages | undefined
beforeAll(async () => {
  try {
    const { stdout } = await run(['apt-cache', 'depends', '--important', 'bindfs'])
    const library = /Depends: (libfuse\S+)/.exec(stdout)?.[1]
    packages = await unpackPackages('bindfs', ...(library === undefined ? [] : [library]))
  } catch (error) {
    console.warn(`skipped: the package bindfs cannot be had: ${String(error).split('\n')[0]}`)
  }
})
afterAll(() => packages?.[Symbol.asyncDispose]())

/** Two mounts of one directory, each with these options of bindfs. */
async function mountTwice(skip: () => void, ...options: string[]): Promise<readonly [string, string]> {
  const { tree } = packages ?? {}
  if (tree === undefined) skip()
  const root = await mkdtemp(join(tmpdir(), 'cay-two-mounts-'))
  const mounts = [`${root}/one`, `${root}/other`] as const
  for (const path of [`${root}/exported`, ...mounts]) await mkdir(path)
  const libraries: string[] = []
  for (const directory of [`${tree}/lib`, `${tree}/usr/lib`])
    for (const name of (await readdir(directory).catch(ignoreMissing)) ?? [])
      libraries.push(`${directory}/${name}`)
  const servers = mounts.map((path) =>
    spawn(`${tree}/usr/bin/bindfs`, ['-f', ...options, `${root}/exported`, path], {
      env: { PATH: process.env.PATH ?? '', LD_LIBRARY_PATH: libraries.join(':') },
      stdio: 'inherit',
    }),
  )
  onTestFinished(async () => {
    for (const path of mounts) await run(['umount', '--lazy', path]).catch(() => undefined)
    for (const server of servers) await ended(server)
    await rm(root, { recursive: true })
  })
  for (const path of mounts) await expect.poll(() => findMount(path), { timeout: 20_000 }).toBeDefined()
  return mounts
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A node of another machine, as a process of its own. */
async function startNode(directory: string): Promise<void> {
  const module = new URL('../../packages/kit/src/host/shared-locks.ts', import.meta.url).href
  const program = `import { keepSharedLock } from '${module}'
keepSharedLock({ directory: process.argv[1], nodeId: 'n2', bootId: 'another-machine' })
setInterval(() => undefined, 60_000)`
  const node = spawn(process.execPath, ['--input-type=module', '-e', program, directory], { stdio: 'ignore' })
  onTestFinished(() => ended(node))
}

test('a file system on which each machine has locks of its own is found by the doctor while another node runs', async ({
  skip,
}) => {
  const [one, other] = await mountTwice(skip)
  expect((await readVolumesFacts(one)).promises?.locks).toBe(true)
  await startNode(other)
  await expect
    .poll(async () => (await readVolumesFacts(one)).between, { timeout: 60_000 })
    .toEqual({ held: [], broken: ['n2'] })
})

test('a file system on which locks hold between machines is one, and only as long as the other node runs', async ({
  skip,
}) => {
  const [one, other] = await mountTwice(skip, '--multithreaded', '--enable-lock-forwarding')
  expect((await readVolumesFacts(one)).between).toEqual({ held: [], broken: [] })
  await startNode(other)
  await expect
    .poll(async () => (await readVolumesFacts(one)).between, { timeout: 60_000 })
    .toEqual({ held: ['n2'], broken: [] })
})

/** What goes wrong around a pause, on a real machine: no room, another runtime, damage, and a node that dies. */
import { execFile } from 'node:child_process'
import { appendFile, copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  EndReason,
  ResumeSandboxResponse_Source as ResumeSource,
  type Sandbox,
  SandboxPhase,
} from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askMemoryServer, startMemoryServer } from '../support/memory-server.ts'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

const execute = promisify(execFile)
const timeoutSeconds = 600

let node: StandaloneOrchestrator

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('trouble', { CAY_MAX_FROZEN_COPIES: '0' })
})

afterAll(async () => {
  await node?.remove()
})

const snapshots = () => `${node.dataDir}/snapshots`

async function createRemembering(): Promise<{ sandbox: Sandbox; pid: number }> {
  const sandbox = await node.create()
  await startMemoryServer(node.guest(sandbox))
  return { sandbox, pid: (await askMemoryServer(sandbox)).pid }
}

/** The directory of the one snapshot there is. */
async function onlySnapshot(): Promise<string> {
  await expect.poll(() => readdir(snapshots())).toHaveLength(1)
  return `${snapshots()}/${(await readdir(snapshots()))[0]}`
}

/** No copy stays in memory here, but it goes after the pause has answered. */
async function pauseToDisk(sandboxId: string): Promise<void> {
  await node.client.pauseSandbox({ sandboxId })
  await expect.poll(() => node.hasContainer(sandboxId)).toBe(false)
}

describe('a disk without room', () => {
  beforeAll(async () => {
    await node.stop()
    await mkdir(snapshots(), { recursive: true })
    await execute('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'small', snapshots()])
    await node.start()
  })

  afterAll(async () => {
    await node.stop()
    await execute('umount', [snapshots()])
    await node.start()
  })

  test('refuses a pause, and the sandbox goes on without half a snapshot', async () => {
    const { sandbox, pid } = await createRemembering()
    const { sandboxId } = sandbox
    await expect(node.client.pauseSandbox({ sandboxId })).rejects.toThrow(/no room/)
    expect(await node.find(sandboxId)).toMatchObject({
      phase: SandboxPhase.RUNNING,
      address: sandbox.address,
    })
    expect((await askMemoryServer(sandbox)).pid).toBe(pid)
    expect(await readdir(snapshots())).toEqual([])
    await execute('mount', ['-o', 'remount,size=1g', snapshots()])
    await node.client.pauseSandbox({ sandboxId })
    const { sandbox: resumed } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    expect((await askMemoryServer(present(resumed))).pid).toBe(pid)
    await node.client.killSandbox({ sandboxId })
  })
})

test('a disk without room for the record keeps no sandbox from ending', async () => {
  const directory = `${node.dataDir}/ended`
  await mkdir(directory, { recursive: true })
  await execute('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'small', directory])
  try {
    await writeFile(`${directory}/filler`, Buffer.alloc(4096))
    const { sandboxId } = await node.create()
    await node.client.killSandbox({ sandboxId })
    expect(await node.find(sandboxId)).toMatchObject({
      phase: SandboxPhase.ENDED,
      endReason: EndReason.KILLED,
    })
    expect(await readdir(directory)).toEqual(['filler'])
  } finally {
    await execute('umount', [directory])
  }
})

describe('a paused sandbox', () => {
  test('outlives an upgrade of the runtime: its memory is restored by the one that saved it', async () => {
    const { sandbox, pid } = await createRemembering()
    const { sandboxId } = sandbox
    await pauseToDisk(sandboxId)
    await node.stop()
    await node.start({ PATH: `${await otherRuntime()}:${process.env.PATH}` })
    const answer = await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    expect(answer.source).toBe(ResumeSource.RESTORE)
    expect((await askMemoryServer(present(answer.sandbox))).pid).toBe(pid)
    // It is saved by that one too, and by no other.
    await node.client.pauseSandbox({ sandboxId })
    await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    await node.client.killSandbox({ sandboxId })
    await node.stop()
    await node.start()
  })

  test('whose memory no runtime here can restore says so and stays; its files need none', async () => {
    const { sandboxId } = (await createRemembering()).sandbox
    await pauseToDisk(sandboxId)
    const manifest = `${await onlySnapshot()}/manifest.json`
    const text = await readFile(manifest, 'utf8')
    await writeFile(
      manifest,
      text.replace(
        /"sha256": "[0-9a-f]{64}",\n(\s*)"version"/,
        `"sha256": "${'0'.repeat(64)}",\n$1"version"`,
      ),
    )
    await expect(node.client.resumeSandbox({ sandboxId, timeoutSeconds })).rejects.toThrow(
      /has not kept the program/,
    )
    expect((await node.find(sandboxId))?.phase).toBe(SandboxPhase.PAUSED)
    await node.client.killSandbox({ sandboxId })
    const other = await node.create()
    await node.guest(other).runCommand('root', 'echo kept > /root/file')
    await node.client.pauseSandbox({ sandboxId: other.sandboxId, filesOnly: true })
    const files = `${await onlySnapshot()}/manifest.json`
    await writeFile(
      files,
      (await readFile(files, 'utf8')).replace(/"version": "[^"]*"/, '"version": "another"'),
    )
    const { sandbox } = await node.client.resumeSandbox({ sandboxId: other.sandboxId, timeoutSeconds })
    expect((await node.guest(present(sandbox)).runCommand('root', 'cat /root/file')).stdout).toBe('kept\n')
    await node.client.killSandbox({ sandboxId: other.sandboxId })
  })

  test.each([
    ['cut short', (file: string) => truncate(file, 4096), 'pages.img'],
    ['altered', (file: string) => appendAndCut(file), 'checkpoint.img'],
    ['missing', (file: string) => execute('rm', [file]), 'checkpoint.img'],
  ])('of which a file is %s says so and stays paused', async (_, damage, name) => {
    const { sandboxId } = await node.create()
    await pauseToDisk(sandboxId)
    await damage(`${await onlySnapshot()}/checkpoint/${name}`)
    await expect(node.client.resumeSandbox({ sandboxId, timeoutSeconds })).rejects.toThrow(
      new RegExp(`the snapshot is damaged: checkpoint/${name}`),
    )
    expect((await node.find(sandboxId))?.phase).toBe(SandboxPhase.PAUSED)
    await node.client.killSandbox({ sandboxId })
  })
})

describe('a node that is killed', () => {
  test.each([20, 80, 150, 300, 600])('%i ms into a pause finds it running or paused', async (ms) => {
    const { sandbox, pid } = await createRemembering()
    const { sandboxId } = sandbox
    const pausing = node.client.pauseSandbox({ sandboxId }).then(
      () => 'answered',
      () => 'broken off',
    )
    await sleep(ms)
    await node.stop('SIGKILL')
    const outcome = await pausing
    await node.start()
    const phase = (await node.find(sandboxId))?.phase
    expect([SandboxPhase.RUNNING, SandboxPhase.PAUSED]).toContain(phase)
    if (outcome === 'answered') expect(phase).toBe(SandboxPhase.PAUSED)
    expect(await readdir(snapshots())).toHaveLength(phase === SandboxPhase.PAUSED ? 1 : 0)
    const { sandbox: resumed } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    expect((await askMemoryServer(present(resumed))).pid).toBe(pid)
    await node.client.killSandbox({ sandboxId })
  })

  test('while it ends the frozen copy of a paused sandbox restores the sandbox', async () => {
    await node.stop()
    await node.start({ CAY_MAX_FROZEN_COPIES: '1' })
    const { sandbox, pid } = await createRemembering()
    const { sandboxId } = sandbox
    await node.client.pauseSandbox({ sandboxId })
    const copy = present(await node.processOf(sandboxId))
    await node.stop('SIGKILL')
    process.kill(copy.pid, 'SIGKILL')
    await node.start()
    const answer = await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    expect(answer.source).toBe(ResumeSource.RESTORE)
    expect((await askMemoryServer(present(answer.sandbox))).pid).toBe(pid)
    await node.client.killSandbox({ sandboxId })
    await node.stop()
    await node.start()
  })

  test.each([30, 150, 400])('%i ms into a resume finds it paused or running', async (ms) => {
    const { sandbox, pid } = await createRemembering()
    const { sandboxId } = sandbox
    await node.client.pauseSandbox({ sandboxId })
    const resuming = node.client.resumeSandbox({ sandboxId, timeoutSeconds }).then(
      () => 'answered',
      () => 'broken off',
    )
    await sleep(ms)
    await node.stop('SIGKILL')
    const outcome = await resuming
    await node.start()
    const phase = (await node.find(sandboxId))?.phase
    expect([SandboxPhase.RUNNING, SandboxPhase.PAUSED]).toContain(phase)
    if (outcome === 'answered') expect(phase).toBe(SandboxPhase.RUNNING)
    const { sandbox: resumed } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds })
    expect((await askMemoryServer(present(resumed))).pid).toBe(pid)
    await node.client.killSandbox({ sandboxId })
  })
})

/** A directory with a runsc that is another build: the same program, one byte longer. */
async function otherRuntime(): Promise<string> {
  const directory = `${node.dataDir}/other-runtime`
  await mkdir(directory, { recursive: true })
  const { stdout } = await execute('which', ['runsc'])
  await copyFile(stdout.trim(), `${directory}/runsc`)
  await appendFile(`${directory}/runsc`, '\n')
  return directory
}

/** As long as before. */
async function appendAndCut(file: string): Promise<void> {
  const content = await readFile(file)
  content.writeUInt8(content.readUInt8(100) ^ 0xff, 100)
  await writeFile(file, content)
}

/** What `kill -9` of the processes that serve volumes leaves, on a real machine. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Direction } from '@cay/contract/gen/observe/observe_pb.js'
import { Lifecycle_OnTimeout, SandboxPhase } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { connectObserve } from '@cay/orchestrator/testing/observe-client.ts'
import { connectVolumes } from '@cay/orchestrator/testing/volume-client.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present, StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator
let volumes: ReturnType<typeof connectVolumes>
let logs: ReturnType<typeof connectObserve>
const volumeId = randomUUID()
const volumeMounts = [{ volumeId, path: '/mnt/shared' }]
const mebibyte = 1024 * 1024

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('volume-kills')
  const { orchestratorSocket } = dataLayout(node.dataDir)
  volumes = connectVolumes(orchestratorSocket)
  logs = connectObserve(orchestratorSocket)
  await volumes.createVolume({ volumeId, sizeMb: 64 })
})

afterAll(async () => {
  await node?.remove()
})

async function create() {
  const sandbox = await node.create({ volumeMounts })
  const guest = node.guest(sandbox)
  const sh = async (command: string) => {
    const { stdout, stderr, exitCode } = await guest.runCommand('user', command)
    return exitCode === 0 ? stdout.trim() : `${exitCode}: ${stderr.trim()}`
  }
  return { ...sandbox, sh }
}

function open(method: string, path: string, headers: Record<string, string> = {}): ClientRequest {
  const socketPath = dataLayout(node.dataDir).orchestratorSocket
  return request({ socketPath, method, path: `/volumecontent/${volumeId}/${path}`, headers })
}

async function content(method: string, path: string, body = ''): Promise<{ status: number; text: string }> {
  const [response] = await once(open(method, path).end(body), 'response')
  return { status: response.statusCode, text: await text(response) }
}

const usedBytes = async () => Number((await volumes.describeVolume({ volumeId })).usedBytes)

/** Processes whose command line has all of the words. */
async function processesWith(...words: readonly string[]): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.map(Number).filter((_, index) => words.every((word) => lines[index]?.includes(word)))
}

const contentProcesses = () => processesWith('serve-volume.ts', volumeId)

/** An upload of which 16 of 32 MiB have been written. */
async function uploadHalf(): Promise<{ ended: Promise<unknown> }> {
  const before = await usedBytes()
  const headers = { 'content-length': String(32 * mebibyte) }
  const upload = open('PUT', 'file?path=/half/kept&force=true', headers)
  const ended = new Promise((resolve) => upload.on('error', resolve).on('response', resolve))
  upload.write(Buffer.alloc(16 * mebibyte))
  await expect.poll(usedBytes).toBeGreaterThanOrEqual(before + 15 * mebibyte)
  return { ended }
}

test('an upload that a kill of the content process broke off stayed in the volume for good', async () => {
  const { sh } = await create()
  await content('PUT', 'file?path=/half/kept&force=true', 'before')
  const before = await usedBytes()
  const upload = await uploadHalf()
  const [pid = 0, ...others] = await contentProcesses()
  expect(others).toEqual([])
  process.kill(pid, 'SIGKILL')
  await upload.ended
  await expect.poll(usedBytes).toBe(before)
  expect(await sh('find /mnt/shared -type f; cat /mnt/shared/half/kept')).toBe(
    '/mnt/shared/half/kept\nbefore',
  )
})

test('the content API works at the next request after a kill of its process', async () => {
  for (let turn = 0; turn < 5; turn++) {
    expect(await content('PUT', 'file?path=/next&force=true', `${turn}`)).toMatchObject({ status: 201 })
    const [pid = 0] = await contentProcesses()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => processesWith('serve-volume.ts', volumeId)).not.toContain(pid)
    expect(await content('GET', 'file?path=/next')).toEqual({ status: 200, text: `${turn}` })
  }
})

test('an upload that a kill of the node broke off stayed in the volume for good', async () => {
  const { sh } = await create()
  await content('PUT', 'file?path=/half/kept&force=true', 'before')
  const before = await usedBytes()
  const upload = await uploadHalf()
  await node.stop('SIGKILL')
  await upload.ended
  // It ends with the node.
  await expect.poll(contentProcesses).toEqual([])
  await node.start()
  expect(await usedBytes()).toBe(before)
  expect(await sh('ls -A /mnt/shared /mnt/shared/half; cat /mnt/shared/half/kept')).not.toContain('.upload')
  expect(await content('GET', 'file?path=/half/kept')).toEqual({ status: 200, text: 'before' })
})

/** The process that serves the volumes of a sandbox. */
async function fileServerOf(sandboxId: string): Promise<number> {
  const { records } = await new FileRecords(machineLayout(node.dataDir)).list()
  const record = records.find(({ claim }) => claim?.sandboxId === sandboxId)
  const [pid = 0, ...others] = await processesWith('runsc-gofer', record?.container.id ?? sandboxId)
  expect(others).toEqual([])
  return pid
}

async function messagesOf(sandboxId: string): Promise<string[]> {
  const direction = Direction.BACKWARD
  const { entries } = await logs.readLogs({ sandboxId, direction, search: 'volumes', limit: 10 })
  return entries.map(({ message }) => message)
}

test('a sandbox whose file server was killed goes on without its volumes, says so, and has them again after a pause without memory', async () => {
  const [one, other] = await Promise.all([create(), create()])
  const { sandboxId } = one
  expect(await one.sh('echo kept > /mnt/shared/kept; echo own > ~/own')).toBe('')
  const writer = 'exec 3<> /mnt/shared/open; touch /tmp/open; while sleep 0.1; do echo x >&3; done'
  void one.sh(writer).catch(() => undefined)
  await expect.poll(() => one.sh('ls /tmp/open')).toBe('/tmp/open')
  process.kill(await fileServerOf(sandboxId), 'SIGKILL')
  await expect.poll(() => one.sh('cat /mnt/shared/kept')).toContain('Input/output error')
  expect(await one.sh('cat ~/own')).toBe('own')
  await expect.poll(() => messagesOf(sandboxId)).toEqual([expect.stringContaining('pause the sandbox')])
  expect(await other.sh('cat /mnt/shared/kept; echo more >> /mnt/shared/kept')).toBe('kept')
  expect((await content('GET', 'file?path=/kept')).text).toBe('kept\nmore\n')
  await expect(node.client.pauseSandbox({ sandboxId })).rejects.toThrow(/pause it without memory/)
  await node.client.pauseSandbox({ sandboxId, filesOnly: true })
  const { sandbox } = await node.client.resumeSandbox({ sandboxId, timeoutSeconds: 600 })
  const resumed = node.guest(present(sandbox))
  expect((await resumed.runCommand('user', 'cat ~/own /mnt/shared/kept')).stdout).toBe('own\nkept\nmore\n')
  expect(await messagesOf(other.sandboxId)).toEqual([])
})

test('a sandbox whose file server was killed ends as any other, and its volume can be removed', async () => {
  const own = randomUUID()
  await volumes.createVolume({ volumeId: own, sizeMb: 64 })
  const { sandboxId } = await node.create({ volumeMounts: [{ volumeId: own, path: '/mnt/own' }] })
  process.kill(await fileServerOf(sandboxId), 'SIGKILL')
  await node.client.killSandbox({ sandboxId })
  await expect.poll(() => node.hasContainer(sandboxId)).toBe(false)
  await volumes.deleteVolume({ volumeId: own })
  expect(await readFile('/proc/mounts', 'utf8')).not.toContain(own)
  await expect(volumes.describeVolume({ volumeId: own })).rejects.toThrow(/no volume/)
})

test('a sandbox whose file server was killed was never paused at its timeout', async () => {
  const lifecycle = { onTimeout: Lifecycle_OnTimeout.PAUSE }
  const sandbox = await node.create({ volumeMounts, lifecycle })
  const { sandboxId } = sandbox
  const guest = node.guest(sandbox)
  const hold = 'exec 3<> /mnt/shared/open; touch /tmp/open; exec sleep 600'
  void guest.runCommand('user', hold).catch(() => undefined)
  await expect.poll(async () => (await guest.runCommand('user', 'ls /tmp/open')).stdout).toBe('/tmp/open\n')
  process.kill(await fileServerOf(sandboxId), 'SIGKILL')
  await node.client.setExpiry({ sandboxId, endAtMs: BigInt(Date.now()) })
  await expect.poll(async () => (await node.find(sandboxId))?.phase).toBe(SandboxPhase.PAUSED)
  expect(await node.find(sandboxId)).toMatchObject({ filesOnly: true })
})

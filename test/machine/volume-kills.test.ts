/** What `kill -9` of the processes that serve volumes leaves, on a real machine. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { connectVolumes } from '@cay/orchestrator/testing/volume-client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

let node: StandaloneOrchestrator
let volumes: ReturnType<typeof connectVolumes>
const volumeId = randomUUID()
const volumeMounts = [{ volumeId, path: '/mnt/shared' }]
const mebibyte = 1024 * 1024

beforeAll(async () => {
  node = await StandaloneOrchestrator.start('volume-kills')
  volumes = connectVolumes(dataLayout(node.dataDir).orchestratorSocket)
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

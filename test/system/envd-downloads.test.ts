/** Clients that ask a daemon for files and read nothing. It is a process of its own, whose memory can be looked at from outside. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { transfersMax } from '@cay/envd/http/filesystem/limit-transfers.ts'
import { limitReceiveBuffer } from '@cay/kit/host/socket-buffers.ts'
import { daemonEngineFlags } from '@cay/orchestrator/dialect/container/container-spec.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = new URL('../support/own-daemon-process.ts', import.meta.url).pathname
const mebibyte = 1024 * 1024
const fileBytes = 16 * mebibyte

let child: ChildProcess
let daemon: { readonly url: string; readonly home: string }
const clients: Socket[] = []

beforeAll(async () => {
  child = fork(program, { execArgv: [...daemonEngineFlags] })
  ;[daemon] = (await once(child, 'message')) as [typeof daemon]
  writeFileSync(`${daemon.home}/great`, '')
  truncateSync(`${daemon.home}/great`, fileBytes)
})
afterAll(async () => {
  leave()
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
})

function leave(): void {
  for (const client of clients.splice(0)) client.destroy()
}

const memoryBytes = () =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])

/** Resolves with the first line of the answer; nothing more of it is read than comes with its head. */
async function send(head: string): Promise<string> {
  const { hostname, port } = new URL(daemon.url)
  const client = connect({ host: hostname, port: Number(port) })
  clients.push(client)
  client.on('error', () => undefined)
  await once(client, 'connect')
  limitReceiveBuffer(client, 4096)
  client.write(`${head}\r\nhost: x\r\n\r\n`)
  const [first] = (await once(client, 'data')) as [Buffer]
  client.pause()
  return first.toString('latin1').split('\r\n', 1)[0] ?? ''
}

const ask = (encoding: string) => send(`GET /files?path=great HTTP/1.1\r\naccept-encoding: ${encoding}`)
const beginUpload = (name: number) =>
  send(
    `POST /files?path=part-${name} HTTP/1.1\r\ncontent-type: application/octet-stream\r\ncontent-length: 9\r\nexpect: 100-continue`,
  )

const read = async (encoding: string) => {
  const headers = { 'accept-encoding': encoding }
  const answer = await fetch(`${daemon.url}/files?path=great`, { headers })
  return (await answer.arrayBuffer()).byteLength
}

test.each(['identity', 'gzip'])(
  'whoever asks for files and reads nothing holds little of the daemon: %s',
  async (encoding) => {
    expect(await read(encoding)).toBe(fileBytes)
    const before = memoryBytes()
    const asked = 200
    for (let count = 0; count < asked; count++) expect(await ask(encoding)).toBe('HTTP/1.1 200 OK')
    expect(memoryBytes() - before).toBeLessThan(asked * mebibyte)
    expect(await read('identity')).toBe(fileBytes)
    leave()
    expect(await read(encoding)).toBe(fileBytes)
  },
)

test('of too many transfers the last is refused, and calls are still answered', async () => {
  for (let count = 0; count < transfersMax; count++) await beginUpload(count)
  const refused = await fetch(`${daemon.url}/files?path=great`)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 429, message: `more than ${transfersMax} file transfers in progress` },
  ])
  const call = await fetch(`${daemon.url}/filesystem.Filesystem/Stat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: daemon.home }),
  })
  expect(call.status).toBe(200)
  leave()
  const status = async () => (await fetch(`${daemon.url}/files?path=part-0`)).status
  await expect.poll(status).toBe(200)
})

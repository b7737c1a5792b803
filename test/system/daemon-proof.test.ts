/** What the node sends to whatever listens at the port of a sandbox's daemon, before and after it proved to be the daemon. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@cay/contract/limits.ts'
import { type OwnDaemon, startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import { daemonProof, isProvable } from '@cay/kit/daemon-proof.ts'
import { seal } from '@cay/kit/sealed-identity.ts'
import { connectionsPerGuestMax } from '@cay/orchestrator/edge/guest/guest-agent.ts'
import { guestLogs } from '@cay/orchestrator/edge/logs/guest-logs.ts'
import { HttpDaemon } from '@cay/orchestrator/edge/sandbox/daemon.ts'
import { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'
import { HttpBuildGuest } from '@cay/orchestrator/edge/template-build/build-guest.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const node = new HttpDaemon()
const [first, second, third, access, variable] = ['first', 'second', 'third', 'access', 'variable'].map(
  (name) => `secret-${name}`,
) as [string, string, string, string, string]

function identityOf(controlToken: string, timestampMs: number) {
  return {
    ...{ sandboxId: 's', templateId: 't', hostname: 's', controlToken, timestampMs },
    ...{ accessToken: access, envVars: { KEY: variable } },
    resources: { cpuCount: 2, memoryMb: 512, diskSizeMb: 1024 },
  }
}

/** An address for a daemon of its own: the port is always the same. */
function anyAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
}

type Reply = (request: string, socket: Socket) => void

/** A program in the daemon's place, and all that it was sent. */
async function startImpostor(answer: Reply): Promise<{ address: string; received: () => string }> {
  let received = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      answer(bytes.toString('latin1'), socket)
    })
  })
  const address = anyAddress()
  server.listen(limits.daemonPort, address)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { address, received: () => received }
}

const nothing = 'HTTP/1.1 204 No Content\r\n\r\n'
const nonceOf = (request: string) => /nonce=([0-9a-f]+)/.exec(request)?.[1] ?? ''

function answerWithProof(socket: Socket, token: string, nonce: string, port = socket.remotePort ?? 0) {
  const proof = daemonProof(token, { nonce, address: socket.remoteAddress ?? '', port })
  socket.write(`HTTP/1.1 204 No Content\r\nx-cay-daemon-proof: ${proof}\r\n\r\n`)
}

/** Passes every connection on to the daemon at `host`. */
function relayTo(host: string): Reply {
  const onward = new WeakMap<Socket, Socket>()
  return (request, socket) => {
    let daemon = onward.get(socket)
    if (daemon === undefined) {
      daemon = connect({ host, port: limits.daemonPort })
      daemon.on('error', () => socket.destroy())
      daemon.pipe(socket)
      socket.once('close', () => daemon?.destroy())
      onward.set(socket, daemon)
    }
    daemon.write(Buffer.from(request, 'latin1'))
  }
}

const impostors: Readonly<Record<string, (daemon: string, token: string) => Reply>> = {
  'that answers everything': () => (_, socket) => socket.write(nothing),
  'that plays an older daemon': () => (_, socket) =>
    socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'),
  'that passes everything on to the daemon': (daemon) => relayTo(daemon),
  'that proves another token': () => (request, socket) =>
    answerWithProof(socket, 'guessed', nonceOf(request)),
  'that shows the proof of another nonce': (_, token) => (__, socket) =>
    answerWithProof(socket, token, '0'.repeat(64)),
  'that shows the proof of another connection': (_, token) => (request, socket) =>
    answerWithProof(socket, token, nonceOf(request), 1),
  'that sends the proof twice': (_, token) => (request, socket) => {
    answerWithProof(socket, token, nonceOf(request))
    answerWithProof(socket, token, nonceOf(request))
  },
  'that sends random text': () => (_, socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n\r\n'),
  'that closes the connection': () => (_, socket) => socket.end(),
}

type Call = (address: string, token: string, directory: string) => Promise<unknown>

const calls: Readonly<Record<string, Call>> = {
  idle: (address, token) => node.idle(address, token),
  'trim memory': (address, token) => node.trimMemory(address, token),
  'read the log': (address, token) => guestLogs.page({ address, controlToken: token }, '', 10_000),
  'export changes': (address, token, directory) =>
    node.exportChanges({
      ...{ address, controlToken: token, rootfs: `${directory}/rootfs.erofs`, file: `${directory}/out` },
      ...{ bytesMax: 2 ** 20, roomBytes: async () => 2 ** 40 },
    }),
  'run a command': async (address, controlToken) => {
    const client = new GuestClient(address, { accessToken: access, controlToken })
    await client.runCommand('user', variable).finally(() => client.close())
  },
  'run a step': async (address, controlToken, directory) => {
    const files = { rootfs: `${directory}/rootfs.erofs`, stepProgram: `${directory}/rootfs.erofs.paths` }
    const tokens = { accessToken: access, controlToken }
    const { signal } = new AbortController()
    const reached = { address, ...tokens, ...files, diskSizeMb: 1, signal }
    const guest = new HttpBuildGuest(reached, async () => 2 ** 40)
    const step = { command: 'true', user: 'user', workdir: undefined, variables: { KEY: variable } }
    await guest.start(step, () => undefined).end.finally(() => guest.close())
  },
}

let honest: { readonly address: string; readonly token: string; readonly daemon: OwnDaemon }

beforeAll(async () => {
  const address = anyAddress()
  const daemon = await startOwnDaemon(undefined, { host: address, port: limits.daemonPort })
  honest = { address, daemon, token: await node.init(address, identityOf(first, 1)) }
})
afterAll(() => honest.daemon[Symbol.asyncDispose]())

describe.each(Object.keys(impostors))('a program %s', (kind) => {
  test.each(Object.keys(calls))('gets no secret: %s', async (name) => {
    const directory = await mkdtemp(join(tmpdir(), 'cay-proof-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    await writeFile(`${directory}/rootfs.erofs.paths`, 'a\0')
    const { address, token } = honest
    const impostor = await startImpostor(impostors[kind]?.(address, token) ?? (() => undefined))
    await expect(calls[name]?.(impostor.address, token, directory)).rejects.toThrow()
    expect(impostor.received()).toContain('GET /proof')
    expect(impostor.received()).not.toContain('secret-')
  })
})

describe('the next identity of a daemon', () => {
  const relay = 'that passes everything on to the daemon'
  test.each(Object.keys(impostors).filter((kind) => kind !== relay))(
    'is not read by a program %s, and not taken for delivered',
    async (kind) => {
      const { address, token } = honest
      const impostor = await startImpostor(impostors[kind]?.(address, token) ?? (() => undefined))
      await expect(node.init(impostor.address, identityOf(second, 2), token)).rejects.toThrow()
      expect(impostor.received()).toContain('POST /init')
      expect(impostor.received()).not.toContain('secret-')
    },
  )

  test('is not read by a program that passes it on, and cannot be given to the daemon again', async () => {
    const impostor = await startImpostor(relayTo(honest.address))
    const token = await node.init(impostor.address, identityOf(second, 2), honest.token)
    expect(impostor.received()).not.toContain('secret-')
    honest = { ...honest, token }
    expect(await node.idle(honest.address, token)).toMatchObject({ requests: 0 })
    const again = connect({ host: honest.address, port: limits.daemonPort })
    again.write(Buffer.from(impostor.received(), 'latin1'))
    const [answer] = (await once(again, 'data')) as [Buffer]
    again.destroy()
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1.1 401 /)
  })

  test('is taken from nobody who does not know the token', async () => {
    const { address } = honest
    const { mark, body } = seal('guessed', JSON.stringify(identityOf(third, 9)))
    const url = `http://${address}:${limits.daemonPort}/init`
    const send = async (headers: Record<string, string>, content: Buffer = body) =>
      (await fetch(url, { method: 'POST', headers, body: new Uint8Array(content) })).status
    expect(await send({ 'x-cay-sealed': mark })).toBe(401)
    expect(await send({ 'x-cay-sealed': '' })).toBe(401)
    expect(await send({ 'x-cay-sealed': seal(honest.token, '').mark })).toBe(401)
    expect(await send({})).toBe(401)
    const sealed = seal(honest.token, 'no identity')
    expect(await send({ 'x-cay-sealed': sealed.mark }, sealed.body)).toBe(400)
  })
})

test('the daemon proves that it knows its token, and then takes calls and another token', async () => {
  const { address: daemon, token } = honest
  expect(isProvable(token)).toBe(true)
  expect(await node.idle(daemon, token)).toMatchObject({ requests: 0 })
  const next = await node.init(daemon, identityOf(third, 3), token)
  expect(isProvable(next)).toBe(true)
  await expect(node.idle(daemon, token)).rejects.toThrow()
  expect(await node.idle(daemon, next)).toMatchObject({ requests: 0 })
  const client = new GuestClient(daemon, { accessToken: access, controlToken: next })
  onTestFinished(() => client.close())
  await client.writeFile('user', 'file', 'content')
  expect(await client.readFile('user', 'file')).toBe('content')
  honest = { ...honest, token: next }
})

test('more calls than there may be connections leave none behind', async () => {
  const { address, token } = honest
  for (let call = 0; call <= connectionsPerGuestMax; call++) {
    await node.idle(address, token)
    await guestLogs.page({ address, controlToken: token }, '', 10_000)
  }
})

type EndedCall = (address: string, token: string, over: AbortController) => Promise<unknown>

test.each<[string, EndedCall]>([
  ['a call of its own', (address, token, over) => node.idle(address, token, over.signal)],
  [
    'a call of a client with several',
    async (address, controlToken, over) => {
      const client = new GuestClient(address, { accessToken: access, controlToken }, { signal: over.signal })
      onTestFinished(() => client.close())
      await client.readFile('user', 'file')
    },
  ],
])('a daemon that proves itself when %s is over keeps no connection of the node', async (_, call) => {
  const { token } = honest
  const over = new AbortController()
  const asked = Promise.withResolvers<{ socket: Socket; nonce: string; closed: Promise<unknown> }>()
  const impostor = await startImpostor((request, socket) => {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    asked.resolve({ socket, nonce: nonceOf(request), closed })
    over.abort(new Error('the sandbox is killed'))
  })
  await expect(call(impostor.address, token, over)).rejects.toThrow()
  const { socket, nonce, closed } = await asked.promise
  answerWithProof(socket, token, nonce)
  await closed
})

test('a daemon that is older than proofs keeps tokens that it need not prove, and is called as before', async () => {
  const old = await startImpostor((request, socket) =>
    socket.write(
      request.startsWith('GET /proof') ? 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n' : nothing,
    ),
  )
  const token = await node.init(old.address, identityOf(first, 1))
  expect(isProvable(token)).toBe(false)
  const next = await node.init(old.address, identityOf(second, 2), token)
  expect(next).toBe(second)
  expect(old.received().split('GET /proof')).toHaveLength(2)
})

test.each([
  ['no nonce', ''],
  ['a short nonce', 'nonce=00'],
  ['a nonce of other letters', `nonce=${'g'.repeat(64)}`],
  ['a long nonce', `nonce=${'0'.repeat(10_000)}`],
])('the daemon proves nothing for %s', async (_, query) => {
  const response = await fetch(`http://${honest.address}:${limits.daemonPort}/proof?${query}`)
  expect([response.status, response.headers.get('x-cay-daemon-proof')]).toEqual([400, null])
})

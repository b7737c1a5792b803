/** Sockets of a sandbox that the node, the proxy or root trust: nobody else gets their connections. */
import { limits } from '@cay/contract/limits.ts'
import { guestHelperAddress } from '@cay/contract/names.ts'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { expectNoRoomBeside, waysBeside } from '../support/listen-beside.ts'

const made: Sandbox[] = []
let sandbox: Sandbox

/** Connections of the loopback survive a checkpoint; each of these has the daemon's port in another state. */
const connections = `
import socket, time
def connect(address): return socket.create_connection((address, ${limits.daemonPort}))
established = [connect('127.0.0.1'), connect('::1')]
half_closed = connect('127.0.0.1'); half_closed.shutdown(socket.SHUT_WR)
ended = connect('127.0.0.1'); ended.sendall(b'GET /health HTTP/1.0\\r\\n\\r\\n'); ended.recv(4096); ended.close()
print('connected', flush=True)
time.sleep(100000)`

/** An interface makes a socket more specific than an address does without one. */
const listener = `
import http.server, socket
class Beside(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b'beside')
server = http.server.HTTPServer(('0.0.0.0', 80), Beside, bind_and_activate=False)
server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b'lo')
server.server_bind(); server.server_activate(); server.serve_forever()`

beforeAll(async () => {
  pointClientHere()
  sandbox = await kept(Sandbox.create('base', { timeoutMs: 300_000 }))
})

afterAll(async () => {
  await Promise.all(made.map((one) => one.kill()))
})

async function kept(creation: Promise<Sandbox>): Promise<Sandbox> {
  const one = await creation
  made.push(one)
  return one
}

async function connect(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await sandbox.files.write('/tmp/connections.py', connections)
  await sandbox.commands.run('python3 /tmp/connections.py', {
    background: true,
    timeoutMs: 0,
    onStdout: () => resolve(),
  })
  await promise
}

/** Nothing is more specific than the helper's address with its interface, so only those must not be taken. */
async function expectDaemonAlone(one: Sandbox): Promise<void> {
  await expectNoRoomBeside(one, limits.daemonPort)
  const isAsSpecific = (way: string) =>
    way.includes(guestHelperAddress) && /SO_BINDTODEVICE lo( late)?$/.test(way.trim())
  expect((await waysBeside(one, 80)).filter(isAsSpecific)).toEqual([])
}

test('a fresh sandbox has no room for a listener beside its daemon', async () => {
  await expectDaemonAlone(sandbox)
})

test('a sandbox of the pool has none either, and its helper gets its own connections', async () => {
  const one = await kept(Sandbox.create('base'))
  await expectDaemonAlone(one)
  await one.files.write('/tmp/beside.py', listener)
  await one.commands.run('python3 /tmp/beside.py', { background: true, timeoutMs: 0 })
  const { stdout } = await one.commands.run(
    `timeout 60 sh -c 'until curl -sf http://127.0.0.1/; do sleep 0.1; done'; curl -sf http://${guestHelperAddress}/me`,
  )
  expect(stdout).toBe(`beside${JSON.stringify({ sandboxID: one.sandboxId })}`)
})

test('a sandbox that was resumed has none, also when programs were connected to the daemon', async () => {
  await connect()
  await sandbox.pause()
  await sandbox.connect({ timeoutMs: 300_000 })
  await expectDaemonAlone(sandbox)
})

test('a fork has none, at an address of its own', async () => {
  const [fork] = await sandbox.fork({ count: 1, timeoutMs: 300_000 })
  if (!(fork instanceof Sandbox)) throw fork
  made.push(fork)
  await expectDaemonAlone(fork)
})

test('a sandbox from a snapshot has none', async () => {
  const { snapshotId } = await sandbox.createSnapshot()
  const copy = await kept(Sandbox.create(snapshotId, { timeoutMs: 300_000 }))
  await expectDaemonAlone(copy)
})

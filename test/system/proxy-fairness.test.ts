/** One team whose requests wait for their sandboxes, as many as may, while another one works. */
import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

let world: ProxyWorld

beforeAll(async () => {
  world = await openProxyWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const port = 8080

/** Sends a request from an address of its own; resolves when it is with the system. */
async function send(sandbox: Sandbox, localAddress: string): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port: world.proxyPort, localAddress })
  world.atEnd(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n\r\n`)
  return socket
}

it('a team with as many waiting requests as its share leaves another one its own', async () => {
  const sandboxes = [1, 2, 3].map(() => world.addSandbox({ teamId: 'greedy' }))
  const other = world.addSandbox({ teamId: 'other' })
  await other.serve((_request, response) => void response.end('here'), port)
  for (const { id } of [...sandboxes, other]) void world.orchestrator.show(id, { phase: 'capturing' })
  await world.untilCurrent()
  let refused = 0
  let isRefused: () => void = () => undefined
  const firstRefusal = new Promise<void>((resolve) => {
    isRefused = resolve
  })
  for (const [index, sandbox] of sandboxes.entries()) {
    for (let sent = 0; sent < 700; sent++) {
      const socket = await send(sandbox, `127.0.${index + 1}.${sent % 50}`)
      socket.once('data', (text) => {
        if (text.toString('latin1').startsWith('HTTP/1.1 429')) refused += 1
        isRefused()
      })
    }
  }
  await firstRefusal
  expect(refused).toBeGreaterThan(0)
  const waiting = await send(other, '127.0.9.1')
  const answered = once(waiting, 'data')
  // What was sent before this has been seen when it is answered.
  await world.request({ headers: { host: 'nobody' } })
  void world.orchestrator.show(other.id, { phase: 'running' })
  expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 200/)
})

import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { OutsideHost } from '../support/outside-host.ts'

/** Seconds a forbidden connection is tried: a dropped packet gives no answer. */
const patienceSeconds = 1

let sandbox: Sandbox
let other: Sandbox
let internet: OutsideHost
let lan: OutsideHost
let nodeServer: Server
let nodePort: number
let nodeUdp: Socket
const reachedNode: string[] = []

beforeAll(async () => {
  pointClientHere()
  internet = await OutsideHost.start('cayt-internet', '203.0.113')
  lan = await OutsideHost.start('cayt-lan', '192.168.213')
  nodeServer = createServer((request, response) => {
    reachedNode.push(`tcp ${request.socket.remoteAddress}`)
    response.end('node')
  })
  await new Promise<void>((resolve) => nodeServer.listen(0, '0.0.0.0', resolve))
  nodePort = (nodeServer.address() as AddressInfo).port
  nodeUdp = createSocket('udp4', (_, peer) => reachedNode.push(`udp ${peer.address}`))
  await new Promise<void>((resolve) => nodeUdp.bind(nodePort, '0.0.0.0', resolve))
  ;[sandbox, other] = await Promise.all([Sandbox.create('base'), Sandbox.create('base')])
  await other.commands.run('python3 -m http.server 8000 --bind 0.0.0.0', { background: true })
  await other.commands.run('until curl -s -o /dev/null http://127.0.0.1:8000; do sleep 0.05; done')
})

afterAll(async () => {
  await Promise.allSettled([sandbox?.kill(), other?.kill()])
  await Promise.allSettled([internet?.stop(), lan?.stop()])
  nodeServer?.close()
  nodeUdp?.close()
})

/** What curl in the sandbox gets: the body, or "exit N". */
async function curl(url: string): Promise<string> {
  const result = await sandbox.commands.run(`curl -gs -m ${patienceSeconds} '${url}' || echo "exit $?"`)
  return result.stdout.trim()
}

/** The sandbox's own address and the node's end of its cable. */
async function cable(): Promise<{ own: string; gateway: string }> {
  const { stdout } = await sandbox.commands.run(
    "ip -4 -o addr show dev eth0 | awk '{print $4}'; ip route | awk '/default/ {print $3}'",
  )
  const [own = '', gateway = ''] = stdout.split('\n')
  return { own: own.split('/')[0] ?? '', gateway }
}

function nodeAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter((one) => one.family === 'IPv4').map((one) => one.address),
  )
}

test('a sandbox reaches a public address, under an address of the node', async () => {
  expect(await curl(`http://${internet.address}:8080`)).toBe(internet.nodeAddress)
})

test('a sandbox reaches no host of a private network', async () => {
  expect(await curl(`http://${lan.address}:8080`)).toMatch(/^exit (7|28)$/)
})

describe('a sandbox reaches no port of the node', () => {
  test('by any of its addresses', async () => {
    const { gateway } = await cable()
    expect(gateway).toMatch(/^198\.1[89]\./)
    const { proxyUrl, apiUrl } = inject('installation')
    const ports = [nodePort, Number(new URL(proxyUrl).port), Number(new URL(apiUrl).port)]
    const addresses = [...new Set([gateway, internet.nodeAddress, lan.nodeAddress, ...nodeAddresses()])]
    const own = (await cable()).own
    const targets = addresses
      .filter((address) => !address.startsWith('127.') && address !== own)
      .flatMap((address) => ports.map((port) => `http://${address}:${port}/`))
    const script = targets
      .map((url) => `(curl -gs -o /dev/null -m ${patienceSeconds} ${url} && echo reached ${url}) &`)
      .join('\n')
    const result = await sandbox.commands.run(`${script}\nwait`)
    expect(result.stdout).toBe('')
    expect(reachedNode).toEqual([])
  })

  test('by other spellings of an address', async () => {
    const { gateway } = await cable()
    const decimal = gateway.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    for (const host of [
      String(decimal),
      `0x${decimal.toString(16)}`,
      `[::ffff:${gateway}]`,
      '0.0.0.0',
      '[::1]',
    ]) {
      expect(await curl(`http://${host}:${nodePort}/`), host).toMatch(/^exit/)
    }
    expect(reachedNode).toEqual([])
  })

  test('by UDP or ICMP', async () => {
    const { gateway } = await cable()
    const send = `import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('${gateway}', ${nodePort}))`
    await sandbox.commands.run(`python3 -c "${send}"`)
    const ping = `import socket,struct
s=socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); s.settimeout(${patienceSeconds})
h=struct.pack('!BBHHH',8,0,0,1,1); c=~(sum(struct.unpack('!4H',h)))&0xffff
s.sendto(struct.pack('!BBHHH',8,0,c,1,1), ('${gateway}',0))
try:
  s.recv(100); print('answered')
except TimeoutError: print('silent')`
    const result = await sandbox.commands.run(`python3 -c "${ping}"`, { user: 'root' })
    expect(result.stdout.trim()).toBe('silent')
    expect(reachedNode).toEqual([])
  })
})

test('a sandbox reaches no other sandbox', async () => {
  const { stdout } = await other.commands.run('hostname -I')
  expect(await curl(`http://${stdout.trim()}:8000/`)).toMatch(/^exit (7|28)$/)
  const found = await other.commands.run('curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:8000/')
  expect(found.stdout).toBe('200')
})

test('a packet with a foreign source address does not leave the sandbox', async () => {
  const send = `import socket,struct
raw=socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
addresses=[socket.inet_aton(a) for a in ('203.0.113.77', '${internet.address}')]
udp=struct.pack('!HHHH',5353,8080,14,0)+b'forged'
raw.sendto(struct.pack('!BBHHHBBH4s4s',0x45,0,34,1,0,64,17,0,*addresses)+udp, ('${internet.address}',0))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'honest', ('${internet.address}',8080))`
  await sandbox.commands.run(`python3 -c "${send}"`, { user: 'root' })
  await expect.poll(() => internet.packets).toContain(`honest ${internet.nodeAddress}`)
  expect(internet.packets).toHaveLength(1)
})

test('nobody on the node’s networks reaches a sandbox through the node', async () => {
  const { own } = await cable()
  await sandbox.commands.run('python3 -m http.server 8001 --bind 0.0.0.0', { background: true })
  await sandbox.commands.run('until curl -s -o /dev/null http://127.0.0.1:8001; do sleep 0.05; done')
  expect(await lan.fetch(`http://${own}:8001/`)).toMatch(/^exit/)
})

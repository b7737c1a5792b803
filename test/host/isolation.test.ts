import { execFile } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { build } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { Ipv6Veth, PacketRules } from '../support/ipv6-veth.ts'
import { installationNumber } from '../support/machine-state.ts'
import { OutsideHost } from '../support/outside-host.ts'

const execute = promisify(execFile)

/** What curl says of a connection that was refused, accepted and then closed, or never answered. */
const cutOff = /^exit (7|28|52|55|56)$/

/** Seconds a forbidden connection is tried: a dropped packet gives no answer. */
const patienceSeconds = 1

let sandbox: Sandbox
let other: Sandbox
let internet: OutsideHost
let lan: OutsideHost
/** Where clouds have the credentials of their machines. */
let metadata: OutsideHost
let nodeServer: Server
let nodePort: number
let nodeUdp: Socket
const reachedNode: string[] = []

beforeAll(async () => {
  pointClientHere()
  internet = await OutsideHost.start('cayt-internet', '198.51.100')
  lan = await OutsideHost.start('cayt-lan', '192.168.213')
  metadata = await OutsideHost.start('cayt-metadata', '169.254.169')
  nodeServer = createServer((request, response) => {
    reachedNode.push(`tcp ${request.socket.remoteAddress}`)
    response.end('node')
  })
  await new Promise<void>((resolve) => nodeServer.listen(0, '0.0.0.0', resolve))
  nodePort = (nodeServer.address() as AddressInfo).port
  nodeUdp = createSocket('udp4', (_, peer) => reachedNode.push(`udp ${peer.address}`))
  await new Promise<void>((resolve) => nodeUdp.bind(nodePort, '0.0.0.0', resolve))
  ;[sandbox, other] = await Promise.all([Sandbox.create('base'), Sandbox.create('base')])
  await other.commands.run('python3 -m http.server 8000 --bind 0.0.0.0', { background: true, timeoutMs: 0 })
  await other.commands.run('until curl -s -o /dev/null http://127.0.0.1:8000; do sleep 0.05; done')
})

afterAll(async () => {
  await Promise.allSettled([sandbox?.kill(), other?.kill()])
  await Promise.allSettled([internet?.stop(), lan?.stop(), metadata?.stop()])
  nodeServer?.close()
  nodeUdp?.close()
})

/** What curl in the sandbox gets: the body, or "exit N". */
async function curl(url: string): Promise<string> {
  const result = await sandbox.commands.run(`curl -gs -m ${patienceSeconds} '${url}' || echo "exit $?"`)
  return result.stdout.trim()
}

/** The sandbox's own address and the node's end of its veth pair. */
async function veth(): Promise<{ own: string; gateway: string }> {
  const { stdout } = await sandbox.commands.run(
    "ip -4 -o addr show dev eth0 | awk '{print $4}'; ip route | awk '/default/ {print $3}'",
  )
  const [own = '', gateway = ''] = stdout.split('\n')
  return { own: own.split('/')[0] ?? '', gateway }
}

/** All that some program takes for this address. */
function spellingsOf(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const decimal = parts.reduce((sum, part) => sum * 256 + part, 0)
  const hex = parts.map((part) => part.toString(16).padStart(2, '0'))
  const pair = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
  return [
    address,
    String(decimal),
    `0x${hex.join('')}`,
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `0${decimal.toString(8)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `[::ffff:${address}]`,
    `[::ffff:${pair}]`,
    `[64:ff9b::${pair}]`,
  ]
}

/** Connections of this address that the node's kernel keeps track of. */
async function connectionsOf(address: string): Promise<number> {
  const { stdout } = await execute('conntrack', ['--dump', '--orig-src', address], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').filter((line) => line !== '').length
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
  expect(await curl(`http://${lan.address}:8080`)).toMatch(cutOff)
})

test('a step of a template’s build runs in a sandbox, and reaches what one may and no more', async () => {
  const gateway = "$(ip route | awk '/default/ {print $3}')"
  const closed = [`${lan.address}:8080`, metadata.address, `${gateway}:${nodePort}`]
  const looks = closed.map(
    (host) => `curl -sf -o /dev/null -m ${patienceSeconds} "http://${host}/" && echo reached`,
  )
  const command = `dmesg; echo "met $(curl -s http://${internet.address}:8080)"; ${looks.join('; ')}; true`
  const { error, log } = await build('isolated', Template().fromTemplate('base').runCmd(command))
  const { apiUrl, apiKey } = inject('installation')
  // Others count what is kept ready.
  await fetch(`${apiUrl}/templates/isolated`, { method: 'DELETE', headers: { 'x-api-key': apiKey } })
  expect(error).toBeUndefined()
  expect(log).toContain('Starting gVisor')
  expect(log).toContain(`[stdout]: met ${internet.nodeAddress}`)
  expect(log).not.toContain('[stdout]: reached')
  expect(reachedNode).toEqual([])
})

describe('a sandbox reaches no port of the node', () => {
  test('by any of its addresses', async () => {
    const { gateway } = await veth()
    expect(gateway).toMatch(/^198\.1[89]\./)
    const { proxyUrl, apiUrl } = inject('installation')
    const ports = [nodePort, Number(new URL(proxyUrl).port), Number(new URL(apiUrl).port)]
    const addresses = [...new Set([gateway, internet.nodeAddress, lan.nodeAddress, ...nodeAddresses()])]
    const own = (await veth()).own
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
    const { gateway } = await veth()
    const hosts = spellingsOf(gateway).concat('0.0.0.0', '0', '[::]', '[::1]', 'localhost')
    for (const host of hosts) expect(await curl(`http://${host}:${nodePort}/`), host).toMatch(/^exit/)
    expect(reachedNode).toEqual([])
  })

  test('by UDP or ICMP', async () => {
    const { gateway } = await veth()
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

test('the LAN and the metadata service of these tests are there: the node reaches them', async () => {
  for (const { secondAddress, nodeAddress } of [lan, metadata])
    expect(await (await fetch(`http://${secondAddress}/`)).text()).toBe(nodeAddress)
})

test('a rule that allows the metadata service opens no way to it', async () => {
  const allowed = await Sandbox.create('base', {
    network: { allowOut: [`${metadata.secondAddress}/32`], denyOut: ['0.0.0.0/0'] },
  })
  try {
    const { stdout } = await allowed.commands.run(
      `curl -s -m ${patienceSeconds} http://${metadata.secondAddress}/ || echo "exit $?"`,
    )
    expect(stdout.trim()).toMatch(/^exit|^This sandbox may not reach/)
  } finally {
    await allowed.kill()
  }
})

test.each(['169.254.169.254', '100.100.100.200', '10.0.0.1', '192.168.213.2'])(
  'a sandbox does not reach %s in any spelling',
  async (address) => {
    for (const host of spellingsOf(address))
      for (const port of [80, 8080])
        expect(await curl(`http://${host}:${port}/`), host).toMatch(/^exit|^This sandbox may not reach/)
  },
)

test('nothing of a sandbox leaves over IPv6, and it is the packet rules that stop it', async () => {
  // It is left with addresses that no other test wants.
  const sender = await Sandbox.create('base')
  onTestFinished(async () => void (await sender.kill()))
  const own = (await sender.commands.run('hostname -I')).stdout.trim().split(' ')[0] ?? ''
  const [link = ''] = (await execute('ip', ['-o', 'route', 'get', own])).stdout.match(/cay\d+-\d+/) ?? []
  const arrived: string[] = []
  const listener = createSocket({ type: 'udp6', ipv6Only: true }, (text) => arrived.push(String(text)))
  await new Promise<void>((resolve) => listener.bind(nodePort, '::', resolve))
  onTestFinished(() => void listener.close())
  const veth = await Ipv6Veth.open(link)
  onTestFinished(() => veth.close())

  const send = `import socket
for target in ('${veth.nodeAddress}', 'fe80::1', '::1', '::ffff:${own}', '64:ff9b::c633:6402'):
  try:
    u = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    u.sendto(b'leaked to ' + target.encode(), (target, ${nodePort}, 0, 2))
  except OSError: pass
print('sent')`
  const trySending = async () =>
    expect((await sender.commands.run(`python3 -c "${send}"`, { user: 'root' })).stdout).toContain('sent')
  const set = `ip -6 addr add ${veth.guestAddress}/64 dev eth0; ip -6 route add default via ${veth.nodeAddress}`
  await sender.commands.run(set, { user: 'root' })
  await trySending()
  await expect.poll(() => veth.packets()).toBeGreaterThan(0)
  const own6 = createSocket('udp6')
  await new Promise<void>((resolve) => own6.send('of the node', nodePort, '::1', () => resolve()))
  own6.close()
  await expect.poll(() => arrived).toContain('of the node')
  expect(arrived).toEqual(['of the node'])

  const table = `cay${installationNumber(inject('installation').dataDir)}`
  const rules = await PacketRules.of(table, ['off_the_cable', 'to_node'])
  onTestFinished(() => rules.restore())
  const leak = async () => {
    await rules.remove()
    await trySending()
    return arrived
  }
  await expect.poll(leak, { timeout: 60_000, interval: 500 }).toContain(`leaked to ${veth.nodeAddress}`)
})

test('a sandbox reaches no other sandbox by UDP or ICMP', async () => {
  const { stdout } = await other.commands.run('hostname -I')
  const target = stdout.trim()
  const listen = `import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(('0.0.0.0', 9000)); print('bound', flush=True)
while True: print(u.recv(100).decode(), flush=True)`
  const heard = await other.commands.run(`python3 -c "${listen}"`, { background: true })
  await expect.poll(() => heard.stdout, { timeout: 30_000 }).toContain('bound')
  const send = (text: string, to: string) =>
    `python3 -c "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'${text}', ('${to}', 9000))"`
  await sandbox.commands.run(send('from the other', target))
  await other.commands.run(send('from itself', '127.0.0.1'))
  await expect.poll(() => heard.stdout, { timeout: 30_000 }).toContain('from itself')
  expect(heard.stdout).not.toContain('from the other')
  await heard.kill()
})

test('a sandbox reaches no other sandbox', async () => {
  const { stdout } = await other.commands.run('hostname -I')
  expect(await curl(`http://${stdout.trim()}:8000/`)).toMatch(cutOff)
  const found = await other.commands.run('curl -s -o /dev/null -w "%{http_code}" http://127.0.0.1:8000/')
  expect(found.stdout).toBe('200')
})

test('a packet with a foreign source address does not leave the sandbox', async () => {
  const send = `import socket,struct
raw=socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
addresses=[socket.inet_aton(a) for a in ('198.51.100.77', '${internet.address}')]
udp=struct.pack('!HHHH',5353,8080,14,0)+b'forged'
raw.sendto(struct.pack('!BBHHHBBH4s4s',0x45,0,34,1,0,64,17,0,*addresses)+udp, ('${internet.address}',0))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'honest', ('${internet.address}',8080))`
  await sandbox.commands.run(`python3 -c "${send}"`, { user: 'root' })
  await expect.poll(() => internet.packets).toContain(`honest ${internet.nodeAddress}`)
  expect(internet.packets).toHaveLength(1)
})

test('a sandbox cannot speak into the node’s own conversations under the name of the other side', async () => {
  const heard: string[] = []
  const asker = createSocket('udp4', (text) => heard.push(String(text)))
  try {
    await new Promise<void>((resolve) => asker.bind(0, internet.nodeAddress, resolve))
    await new Promise<void>((resolve) =>
      asker.send('question', 5353, internet.address, () => {
        resolve()
      }),
    )
    const forge = `import socket,struct
raw=socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
addresses=[socket.inet_aton(a) for a in ('${internet.address}', '${internet.nodeAddress}')]
udp=struct.pack('!HHHH',5353,${asker.address().port},14,0)+b'forged'
raw.sendto(struct.pack('!BBHHHBBH4s4s',0x45,0,34,1,0,64,17,0,*addresses)+udp, ('${internet.nodeAddress}',0))`
    await sandbox.commands.run(`python3 -c "${forge}"`, { user: 'root' })
    await internet.say('honest', asker.address().port)
    await expect.poll(() => heard).toEqual(['honest'])
  } finally {
    asker.close()
  }
})

test('a sandbox takes no more than its share of the connections that the node can keep track of', async () => {
  const { own } = await veth()
  const send = `import socket
u=socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for port in range(10000, 20000): u.sendto(b'x', ('${internet.address}', port))`
  await sandbox.commands.run(`python3 -c "${send}"`)
  expect(await connectionsOf(own)).toBeLessThan(5000)
})

test('what is still under way to a sandbox that ended reaches no later one', async () => {
  const short = await Sandbox.create('base')
  const own = (await short.commands.run('hostname -I')).stdout.trim()
  await short.commands.run(`curl -s -o /dev/null http://${internet.address}:8080`)
  expect(await connectionsOf(own)).toBeGreaterThan(0)
  await short.kill()
  await expect.poll(() => connectionsOf(own)).toBe(0)
})

test('a sandbox cannot ask for the node’s other addresses on its veth pair', async () => {
  const network = lan.nodeAddress.replace(/\d+$/, '')
  const ask = `ip addr add ${network}77/24 dev eth0; curl -s -m ${patienceSeconds} --interface ${network}77 http://${lan.nodeAddress}:8080`
  const asker = await Sandbox.create('base')
  try {
    await asker.commands.run(`${ask} || true`, { user: 'root' })
    const { stdout } = await execute('ip', ['neigh', 'show', 'to', `${network}77`])
    expect(stdout).toBe('')
  } finally {
    await asker.kill()
  }
})

test('packet rules that somebody removes from the node are in force again at once', async () => {
  const table = ['table', 'inet', `cay${installationNumber(inject('installation').dataDir)}`]
  await execute('nft', ['delete', ...table])
  const rules = async () => (await execute('nft', ['list', ...table])).stdout
  await expect.poll(rules, { timeout: 20_000 }).toContain('chain to_node')
  expect(await curl(`http://${lan.address}:8080`)).toMatch(cutOff)
  await execute('nft', ['flush', 'chain', ...table.slice(1), 'to_node'])
  await expect.poll(rules, { timeout: 20_000 }).toMatch(/chain to_node \{\s+meta/)
})

test('lists of a sandbox that somebody empties are in force again at once', async () => {
  const own = await Sandbox.create('base', { network: { denyOut: [internet.address] } })
  try {
    const address = (await own.commands.run('hostname -I')).stdout.trim()
    const table = ['inet', `cay${installationNumber(inject('installation').dataDir)}`]
    const chain = [...table, `lists_${address}`]
    await execute('nft', ['flush', 'chain', ...chain])
    const rules = async () => (await execute('nft', ['list', 'chain', ...chain])).stdout
    await expect.poll(rules, { timeout: 20_000 }).toContain(`@denied_${address} goto refuse`)
    expect((await execute('nft', ['list', 'set', ...table, `denied_${address}`])).stdout).toContain(
      internet.address,
    )
  } finally {
    await own.kill()
  }
})

test('nobody on the node’s networks reaches a sandbox through the node', async () => {
  const { own } = await veth()
  await sandbox.commands.run('python3 -m http.server 8001 --bind 0.0.0.0', { background: true })
  await sandbox.commands.run('until curl -s -o /dev/null http://127.0.0.1:8001; do sleep 0.05; done')
  expect(await lan.fetch(`http://${own}:8001/`)).toMatch(/^exit/)
  // An answer could go out to this one.
  expect(await internet.fetch(`http://${own}:8001/`)).toMatch(/^exit/)
})

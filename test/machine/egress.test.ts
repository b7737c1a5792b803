import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { Sandbox, SandboxNotFoundError, type SandboxOpts } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { Installation } from '../support/installation.ts'
import { OutsideHost } from '../support/outside-host.ts'

/** What curl says of a connection that was accepted and then closed, or refused. */
const cutOff = /^exit (7|28|35|52|55|56)$/
const everything = '0.0.0.0/0'

let installation: Installation
let internet: OutsideHost
let lan: OutsideHost
let sandbox: Sandbox

beforeAll(async () => {
  const life = { nowMs: Date.now(), days: 1 }
  const issuer = await openIssuer(await makeAuthority('world', life))
  const leaf = await issuer.issue({ names: ['allowed.test', 'other.test'], ...life })
  internet = await OutsideHost.start('cayt-egress', '198.51.100', { tls: leaf })
  lan = await OutsideHost.start('cayt-egresslan', '192.168.214')
  // The internet's host answers DNS queries, too.
  installation = await Installation.prepare('egress', {
    CAY_DNS_UPSTREAM: `${internet.address}:5300`,
    CAY_POOL_SIZE: '1',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
})

afterAll(async () => {
  await installation?.remove()
  await Promise.allSettled([internet?.stop(), lan?.stop()])
})

afterEach(async () => {
  await sandbox?.kill()
})

async function start(options: SandboxOpts = {}): Promise<void> {
  sandbox = await Sandbox.create('base', { timeoutMs: 300_000, ...options })
}

async function sh(command: string): Promise<string> {
  return (await sandbox.commands.run(command, { timeoutMs: 60_000 })).stdout.trim()
}

/** The body, or "exit N". */
const curl = (url: string, more = '') => sh(`curl -gs -m 10 ${more} '${url}' || echo "exit $?"`)

const here = (port = 8080) => `http://${internet.address}:${port}/`
const there = (port = 8080) => `http://${internet.secondAddress}:${port}/`

describe('without rules', () => {
  test('what is not private is open, and the far side sees the node', async () => {
    await start()
    expect(await curl(here())).toBe(internet.nodeAddress)
    expect(await curl(there())).toBe(internet.nodeAddress)
  })

  test('a side that has said everything is still answered', async () => {
    await start()
    const talk = `import socket
s = socket.create_connection(('${internet.address}', 7000)); s.sendall(b'all of it'); s.shutdown(socket.SHUT_WR)
print(b''.join(iter(lambda: s.recv(100), b'')).decode())`
    expect(await sh(`python3 -c "${talk}"`)).toBe('all of it')
  })

  test('large transfers arrive whole, both ways', async () => {
    await start()
    const bytes = 64 * 2 ** 20
    expect(await sh(`curl -s -m 30 '${here()}zeros?${bytes}' | wc -c`)).toBe(String(bytes))
    expect(await sh(`head -c ${bytes} /dev/zero | curl -s -m 30 --data-binary @- ${here()}count`)).toBe(
      String(bytes),
    )
  })

  test('names are resolved by the node, whatever resolver the sandbox asks', async () => {
    await start()
    expect(await curl('http://allowed.test:8080/')).toBe(internet.nodeAddress)
    expect(await curl('http://nowhere.test/')).toBe('exit 6')
  })
})

describe('lists', () => {
  test('deny addresses and leave the rest open', async () => {
    await start({ network: { denyOut: [internet.secondAddress] } })
    expect(await curl(here())).toBe(internet.nodeAddress)
    expect(await curl(there())).toMatch(cutOff)
  })

  test('without internet access only what is allowed is reached', async () => {
    await start({ allowInternetAccess: false, network: { allowOut: [`${internet.address}/32`] } })
    expect(await curl(here())).toBe(internet.nodeAddress)
    expect(await curl(there())).toMatch(cutOff)
  })

  test('never open a private range', async () => {
    await start({ network: { allowOut: ['192.168.0.0/16'] } })
    expect(await curl(`http://${lan.address}:8080/`)).toMatch(cutOff)
    expect(await sandbox.isRunning()).toBe(true)
  })

  test('hold for packets as for connections', async () => {
    await start({ network: { denyOut: [internet.secondAddress] } })
    const send = `import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
u.sendto(b'denied', ('${internet.secondAddress}', 8080)); u.sendto(b'open', ('${internet.address}', 8080))`
    await sh(`python3 -c "${send}"`)
    await expect.poll(() => internet.packets).toContain(`open ${internet.nodeAddress}`)
    expect(internet.packets).not.toContain(`denied ${internet.nodeAddress}`)
    const shown = async () => (await installation.cay('sandbox', 'egress', sandbox.sandboxId)).stdout
    await expect
      .poll(shown, { timeout: 30_000 })
      .toMatch(new RegExp(`udp +${internet.secondAddress}:8080 .*denyOut ${internet.secondAddress}`))
  })

  test('let no QUIC past names, and say so', async () => {
    await start({ network: { allowOut: ['allowed.test'], denyOut: [everything] } })
    const send = `import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'quic', ('${internet.address}', 8080))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'quic', ('${internet.address}', 443))`
    await sh(`python3 -c "${send}"`)
    const shown = async () => (await installation.cay('sandbox', 'egress', sandbox.sandboxId)).stdout
    await expect.poll(shown, { timeout: 30_000 }).toMatch(/udp +\S+:443 .*denyOut 0\.0\.0\.0\/0/)
    expect(internet.packets).not.toContain(`quic ${internet.nodeAddress}`)
  })

  test('are not all: more than its share of connections a sandbox does not get, and that is seen', async () => {
    await start()
    const send = `import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for port in range(10000, 20000): u.sendto(b'x', ('${internet.address}', port))`
    await sh(`python3 -c "${send}"`)
    const shown = async () => (await installation.cay('sandbox', 'egress', sandbox.sandboxId)).stdout
    await expect
      .poll(shown, { timeout: 30_000 })
      .toMatch(new RegExp(`udp +${internet.address} .*connection limit or rate limit`))
  })

  test('when replaced, new connections follow at once and open ones go on', async () => {
    await start()
    const stream = await sandbox.commands.run(`curl -sN ${here()}ticks`, { background: true })
    await expect.poll(() => stream.stdout.length).toBeGreaterThan(0)
    await sandbox.updateNetwork({ denyOut: [everything] })
    expect(await curl(here())).toMatch(cutOff)
    const before = stream.stdout.length
    await expect.poll(() => stream.stdout.length).toBeGreaterThan(before)
    await sandbox.updateNetwork({})
    expect(await curl(here())).toBe(internet.nodeAddress)
    await stream.kill()
  })
})

/** The official client has no word for it. */
async function replaceAndClose(network: object): Promise<void> {
  const { apiUrl, apiKey } = await installation.endpoints()
  const { status } = await fetch(`${apiUrl}/sandboxes/${sandbox.sandboxId}/network`, {
    method: 'PUT',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...network, closeExisting: true }),
  })
  expect(status).toBe(204)
}

describe('lists that are replaced with closeExisting', () => {
  const listen = (address: string) => `python3 -uc "
import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
u.settimeout(5)
u.sendto(b'ticks', ('${address}', 8080))
while True:
  try: print(u.recv(100).decode(), end='')
  except TimeoutError: break
print('silent')"`
  const begin = async (command: string) => {
    const handle = await sandbox.commands.run(command, { background: true, timeoutMs: 0 })
    await expect.poll(() => handle.stdout.length).toBeGreaterThan(0)
    return handle
  }
  const goesOn = async (handle: { stdout: string }) => {
    const before = handle.stdout.length
    await expect.poll(() => handle.stdout.length).toBeGreaterThan(before)
  }

  test('close the connections that they refuse, and the others go on', async () => {
    await start()
    const [refused, kept] = [await begin(`curl -sN ${there()}ticks`), await begin(`curl -sN ${here()}ticks`)]
    await replaceAndClose({ denyOut: [internet.secondAddress] })
    await expect(refused.wait()).rejects.toThrow(/exit (status|code)? ?(18|56)/)
    await goesOn(kept)
  })

  test('let in no more answers to packets that they refuse, and the others go on', async () => {
    await start()
    const refused = await begin(listen(internet.secondAddress))
    const kept = await begin(listen(internet.address))
    await sandbox.updateNetwork({ denyOut: [internet.secondAddress] })
    await Promise.all([goesOn(refused), goesOn(kept)])
    await replaceAndClose({ denyOut: [internet.secondAddress] })
    expect((await refused.wait()).stdout).toContain('silent')
    await goesOn(kept)
    expect(kept.stdout).not.toContain('silent')
  })

  test('close connections by names that they refuse, and those by other names go on', async () => {
    const network = (...names: string[]) => ({ allowOut: names, denyOut: [everything] })
    await start({ network: network('allowed.test', 'other.test') })
    const [refused, kept] = [
      await begin('curl -sN http://other.test/ticks'),
      await begin('curl -skN https://allowed.test/ticks'),
    ]
    await replaceAndClose(network('allowed.test'))
    await expect(refused.wait()).rejects.toThrow(/exit (status|code)? ?(18|56)/)
    await goesOn(kept)
  })
})

describe('names', () => {
  const network = { allowOut: ['allowed.test', '*.deep.test'], denyOut: [everything] }

  test('open themselves and nothing else', async () => {
    await start({ network })
    expect(await curl('http://allowed.test/')).toBe(internet.nodeAddress)
    expect(await curl('http://very.deep.test/')).toBe(internet.nodeAddress)
    expect(await curl('http://deep.test/')).toBe('exit 6')
    expect(await curl('http://other.test/')).toBe('exit 6')
    expect(await curl(here())).toMatch(cutOff)
  })

  test('lead to where the node finds them, not to where the sandbox takes them for', async () => {
    await start({ network })
    const forged = `--resolve allowed.test:80:${internet.secondAddress}`
    expect(await curl('http://allowed.test/address', forged)).toBe(internet.address)
  })

  test('are believed of no address that the sandbox gives out for theirs, in TLS either', async () => {
    await start({ network })
    const at = (name: string, address: string) =>
      curl(`https://${name}/address`, `-k --resolve ${name}:443:${address}`)
    expect(await at('allowed.test', internet.secondAddress)).toBe(internet.address)
    expect(await at('other.test', internet.address)).toMatch(cutOff)
    expect(await curl(`https://${internet.address}/address`, '-k')).toMatch(cutOff)
  })

  test('that are not allowed carry no data to whoever answers for them, whatever server is asked', async () => {
    await start({ network })
    const tunnel = `import socket, struct
def question(name, kind):
  labels = b''.join(bytes([len(l)]) + l.encode() for l in name.split('.'))
  return struct.pack('>6H', 7, 0x100, 1, 0, 0, 0) + labels + b'\\0' + struct.pack('>2H', kind, 1)
for server in ('${internet.address}', '8.8.8.8'):
  for kind in (1, 16, 5, 10):
    u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.settimeout(20)
    u.sendto(question('data%d.other.test' % kind, kind), (server, 53))
    print(u.recv(512)[3] & 15)
  t = socket.create_connection((server, 53), 20); q = question('data.other.test', 16)
  t.sendall(struct.pack('>H', len(q)) + q); print(t.recv(512)[5] & 15)
u.sendto(question('data.other.test', 1), ('${internet.address}', 5300))`
    const answers = await sh(`python3 -c "${tunnel}"`)
    expect(answers.split('\n')).toEqual(Array(10).fill('3'))
    expect(await curl('http://allowed.test/')).toBe(internet.nodeAddress)
    expect(internet.questions).toContain('allowed.test')
    expect(internet.questions.filter((name) => name.includes('data'))).toEqual([])
  })

  test('that are asked for in a flood are refused, which is seen, until it is over', async () => {
    await start()
    const flood = `import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
question = b'\\0\\7\\1\\0\\0\\1' + bytes(6) + b'\\5other\\4test\\0\\0\\1\\0\\1'
for _ in range(20000): u.sendto(question, ('${internet.address}', 53))`
    await sh(`python3 -c "${flood}"`)
    const shown = async () => (await installation.cay('sandbox', 'egress', sandbox.sandboxId)).stdout
    await expect.poll(shown, { timeout: 30_000 }).toMatch(/dns.*more than 100 DNS queries per second/)
    await expect.poll(() => sh('getent hosts allowed.test || true')).toContain(internet.address)
  })

  test('do not open an address for a request that names another', async () => {
    await start({ network })
    const answer = await curl(
      `http://${internet.address}/`,
      "-H 'Host: other.test' -w '%{http_code}' -o /dev/null",
    )
    expect(answer).toMatch(/^403$|^000exit/)
  })

  test('that lead into private ranges lead nowhere', async () => {
    await start({ network: { allowOut: ['inside.test'], denyOut: [everything] } })
    expect(await curl('http://inside.test:80/')).toMatch(/^exit/)
    expect(await curl('http://inside.test/', `--resolve inside.test:80:${internet.address}`)).toMatch(
      /^exit|refused|not/i,
    )
  })
})

test('what is refused is in the sandbox’s log, and shown by the command', async () => {
  await start({ network: { denyOut: [internet.secondAddress] } })
  expect(await curl(there())).toMatch(cutOff)
  const refusal = `refused: ${internet.secondAddress}:8080: denyOut ${internet.secondAddress}`
  const { apiUrl, apiKey } = await installation.endpoints()
  const logs = async () => {
    const url = `${apiUrl}/v2/sandboxes/${sandbox.sandboxId}/logs`
    return await (await fetch(url, { headers: { 'X-API-Key': apiKey } })).text()
  }
  await expect.poll(logs, { timeout: 20_000 }).toContain(refusal)
  const { stdout } = await installation.cay('sandbox', 'egress', sandbox.sandboxId)
  expect(stdout).toMatch(
    new RegExp(`tcp +${internet.secondAddress}:8080 .*denyOut ${internet.secondAddress}`),
  )
})

describe('no moment is without the lists', () => {
  /** It sends from before the moment on, and never stops: what is open arrives, what is denied would too. */
  const sender = () => `python3 -c "
import socket, time
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
n = 0
while True:
  n += 1
  for name, address in (('denied', '${internet.secondAddress}'), ('open', '${internet.address}')):
    try: u.sendto(f'{name} {n}'.encode(), (address, 8080))
    except OSError: pass
  try: socket.create_connection(('${internet.secondAddress}', 7000), 0.2).sendall(b'denied')
  except OSError: pass
  time.sleep(0.002)"`
  const network = () => ({ denyOut: [internet.secondAddress] })
  const opened = () => internet.packets.filter((packet) => packet.startsWith('open ')).length
  const arriveMore = async () => {
    const before = opened()
    await expect.poll(opened, { timeout: 60_000 }).toBeGreaterThan(before + 5)
  }
  const expectNothingDenied = () =>
    expect(internet.packets.filter((packet) => packet.startsWith('denied '))).toEqual([...deniedBefore])
  let deniedBefore: string[]

  test('while a sandbox is made, paused, resumed and copied', async () => {
    deniedBefore = internet.packets.filter((packet) => packet.startsWith('denied '))
    await start({ network: network() })
    await sandbox.commands.run(sender(), { background: true, timeoutMs: 0 })
    await arriveMore()
    const forks = await sandbox.fork({ timeoutMs: 300_000, count: 2 })
    for (const fork of forks) if (fork instanceof Error) throw fork
    await arriveMore()
    await Promise.all(forks.map((fork) => (fork instanceof Error ? undefined : fork.kill())))
    for (let turn = 0; turn < 2; turn++) {
      await sandbox.pause()
      await sandbox.connect()
      await arriveMore()
    }
    const snapshot = await sandbox.createSnapshot()
    const copy = await Sandbox.create(snapshot.snapshotId, { timeoutMs: 300_000, network: network() })
    await arriveMore()
    await copy.kill()
    expectNothingDenied()
  })
})

describe('when a service dies', () => {
  test('the lists hold as soon as there is a way out again', async () => {
    await start({ network: { denyOut: [internet.secondAddress] } })
    for (const service of ['egress', 'orchestrator'] as const) {
      const { pid } = (await installation.record()).services[service]
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => curl(here()), { timeout: 30_000 }).toBe(internet.nodeAddress)
      expect(await curl(there())).toMatch(cutOff)
    }
    // A kill that its node did not hear is answered with an error, and is carried out all the same.
    await expect.poll(() => sandbox.kill().catch(String), { timeout: 30_000 }).toBeTypeOf('boolean')
    await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
  })

  test('in the middle of a change of lists, those before hold until it is back, and then the new ones', async () => {
    await start({ network: { denyOut: [internet.secondAddress] } })
    // The egress gateway has heard of the sandbox, which a create does not wait for.
    expect(await curl(here())).toBe(internet.nodeAddress)
    // A sandbox without a process may be frozen, and nobody could thaw it.
    await sandbox.commands.run('sleep 300', { background: true })
    const { pid } = (await installation.record()).services.orchestrator
    // It gets the call, and does nothing any more.
    process.kill(pid, 'SIGSTOP')
    const changing = Promise.allSettled([sandbox.updateNetwork({ denyOut: [internet.address] })])
    try {
      expect(await curl(there())).toMatch(cutOff)
      expect(await curl(here())).toBe(internet.nodeAddress)
    } finally {
      process.kill(pid, 'SIGKILL')
    }
    expect(await changing).toMatchObject([{ status: 'fulfilled' }])
    expect(await curl(here())).toMatch(cutOff)
    expect(await curl(there())).toBe(internet.nodeAddress)
    const send = `import socket
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
u.sendto(b'closed now', ('${internet.address}', 8080)); u.sendto(b'open now', ('${internet.secondAddress}', 8080))`
    await sh(`python3 -c "${send}"`)
    await expect.poll(() => internet.packets).toContain(`open now ${internet.nodeAddress}`)
    expect(internet.packets).not.toContain(`closed now ${internet.nodeAddress}`)
    const { apiUrl, apiKey } = await installation.endpoints()
    const shown = await fetch(`${apiUrl}/sandboxes/${sandbox.sandboxId}`, {
      headers: { 'X-API-Key': apiKey },
    })
    expect(await shown.json()).toMatchObject({ network: { denyOut: [internet.address] } })
  })
})

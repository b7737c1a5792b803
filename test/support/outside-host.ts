/** A host of our own in a network namespace beside the node: it answers HTTP and counts what reaches it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Certified } from '@cay/kit/certificates/issue.ts'
import { acquireLock, type HeldLock } from '@cay/kit/host/lock-file.ts'

const execute = promisify(execFile)

/**
 * HTTP on 80 and 8080: `/` answers with the address the request came from, `/address` with the one it came to; `/zeros?N`
 * with N bytes, `/count` with how many came, `/ticks` goes on for ever, `/headers` with those of the request. HTTPS on 443
 * says the same, where there is a certificate, over HTTP/1.1 and HTTP/2. TCP on 7000 says everything back when the other
 * side has ended, on 7001 how many bytes came. UDP on 8080: each packet is told on standard output, and to `ticks`
 * the answers go on for ever. DNS on 5300: a few names of our own, and
 * each question is told too.
 */
const server = `
const http = require('node:http'), http2 = require('node:http2'), net = require('node:net'), dgram = require('node:dgram')
const serve = (q, s) => {
  const url = new URL(q.url, 'http://x')
  if (url.pathname === '/headers') return s.end(JSON.stringify(q.headers))
  if (url.pathname === '/address') return s.end(q.socket.localAddress)
  if (url.pathname === '/zeros') return s.end(Buffer.alloc(Number(url.search.slice(1))))
  if (url.pathname === '/ticks') { const t = setInterval(() => s.write('.'), 50); return s.on('close', () => clearInterval(t)) }
  if (url.pathname === '/count') { let n = 0; q.on('data', (d) => { n += d.length }); return q.on('end', () => s.end(String(n))) }
  s.end(q.socket.remoteAddress)
}
for (const address of process.argv.slice(1)) {
  const udp = dgram.createSocket('udp4', (m, peer) => {
    console.log('udp', m.toString(), peer.address)
    if (m.toString() === 'ticks') setInterval(() => udp.send('.', peer.port, peer.address), 50)
  }).bind(8080, address)
}
net.createServer({ allowHalfOpen: true }, (c) => { const all = []; c.on('data', (d) => all.push(d)); c.on('end', () => c.end(Buffer.concat(all))); c.on('error', () => {}) }).listen(7000, '0.0.0.0')
net.createServer({ allowHalfOpen: true }, (c) => { let n = 0; c.on('data', (d) => { n += d.length }); c.on('end', () => c.end(String(n))); c.on('error', () => {}) }).listen(7001, '0.0.0.0')
const names = { 'allowed.test': process.argv[1], 'very.deep.test': process.argv[1], 'deep.test': process.argv[1], 'other.test': process.argv[1], 'api.test': process.argv[1], 'inside.test': '10.1.2.3' }
const dns = dgram.createSocket('udp4', (m, peer) => {
  let at = 12; const labels = []
  while (m[at]) { labels.push(m.toString('latin1', at + 1, at + 1 + m[at])); at += m[at] + 1 }
  const question = m.subarray(12, at + 5), address = names[labels.join('.').toLowerCase()]
  console.log('asked', labels.join('.'))
  const isA = m.readUInt16BE(at + 1) === 1
  const answers = address !== undefined && isA ? [Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])] : []
  const head = Buffer.from([m[0], m[1], 0x81, address === undefined ? 0x83 : 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0])
  dns.send(Buffer.concat([head, question, ...answers]), peer.port, peer.address)
}).bind(5300)
if (process.env.TLS_CERT) http2.createSecureServer({ cert: process.env.TLS_CERT, key: process.env.TLS_KEY, allowHTTP1: true }, serve).listen(443, '0.0.0.0')
http.createServer(serve).listen(80, '0.0.0.0', () => http.createServer(serve).listen(8080, '0.0.0.0', () => console.log('up')))`

/** Another clone's tests may be at work on this machine, and its networks are all there are. */
const lockSecondsMax = 240

export interface OutsideHostOptions {
  /** Serves HTTPS as well. */
  readonly tls?: Certified
  /** The host is beside the network namespace of this process, which passes on what machines behind it send. Default: beside this machine. */
  readonly routerPid?: number | undefined
}

interface Plan {
  readonly name: string
  readonly address: string
  readonly secondAddress: string
  readonly nodeAddress: string
  /** Bits that its addresses have in common. */
  readonly prefix: number
}

function addressesIn(network: string): Omit<Plan, 'name'> {
  const [a, b, c, quarter] = network.split('.')
  const at = (offset: number) => `${a}.${b}.${c}.${Number(quarter ?? 0) + offset}`
  const last = quarter === undefined ? 254 : 62
  const prefix = quarter === undefined ? 24 : 26
  return { address: at(2), secondAddress: at(last), nodeAddress: at(1), prefix }
}

export class OutsideHost {
  readonly address: string
  /** Another one of its addresses. */
  readonly secondAddress: string
  readonly nodeAddress: string
  readonly #name: string
  readonly #place: Place
  readonly #process: ChildProcess
  readonly #lock: HeldLock
  readonly #served: ChildProcess[] = []
  #output = ''

  private constructor(
    plan: Plan,
    { process, lock, place }: { process: ChildProcess; lock: HeldLock; place: Place },
  ) {
    this.#lock = lock
    this.#place = place
    this.#name = plan.name
    this.address = plan.address
    this.nodeAddress = plan.nodeAddress
    this.secondAddress = plan.secondAddress
    this.#process = process
    process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
  }

  /** UDP packets so far, as "text address". */
  get packets(): string[] {
    return [...this.#output.matchAll(/^udp (.*)$/gm)].map((match) => match[1] ?? '')
  }

  /** Names that somebody has asked for so far. */
  get questions(): string[] {
    return [...this.#output.matchAll(/^asked (.*)$/gm)].map((match) => match[1] ?? '')
  }

  /** Fetches from this host, with the node as its way to everywhere: the body, or "exit N" of curl. */
  async fetch(url: string): Promise<string> {
    await execute('ip', ['-n', this.#name, 'route', 'replace', 'default', 'via', this.nodeAddress])
    try {
      return (await execute('ip', ['netns', 'exec', this.#name, 'curl', '-gs', '-m', '1', url])).stdout
    } catch (error) {
      return `exit ${(error as { code: number }).code}`
    }
  }

  /** Sends a UDP packet to the node, from port 5353. */
  async say(text: string, port: number): Promise<void> {
    const program = `const u=require('node:dgram').createSocket('udp4');u.bind(5353,()=>u.send('${text}',${port},'${this.nodeAddress}',()=>u.close()))`
    await execute('ip', ['netns', 'exec', this.#name, process.execPath, '-e', program])
  }

  /**
   * `network` is the first three numbers of its addresses: the host is .2 and .254, the node .1. With a fourth it is a
   * quarter of such a network, so that several files can have hosts at once: from 64 on, the node is .65, the host .66 and
   * .126. The node finds no other address there, since the machine may well have its mirrors in such a network. `name`: `cayt-` and up to 10
   * characters.
   */
  static async start(
    name: string,
    network: string,
    { tls, routerPid }: OutsideHostOptions = {},
  ): Promise<OutsideHost> {
    const plan = { name, ...addressesIn(network) }
    const place = placeOf(routerPid)
    const lock = await acquireLock(`/run/lock/cay-test-${network}`, lockSecondsMax)
    if (lock === undefined) throw new Error(`another test run uses the network ${network}`)
    try {
      for (const left of [name, ...(await linksOf(plan.nodeAddress, place))]) await remove(left, place)
      await execute('ip', ['netns', 'add', name])
      await place.ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      await place.ip('addr', 'add', `${plan.nodeAddress}/32`, 'dev', name)
      await place.ip('link', 'set', name, 'up')
      for (const address of [plan.address, plan.secondAddress])
        await place.ip('route', 'add', `${address}/32`, 'dev', name, 'src', plan.nodeAddress)
      for (const address of [plan.address, plan.secondAddress])
        await execute('ip', ['-n', name, 'addr', 'add', `${address}/${plan.prefix}`, 'dev', 'eth0'])
      await execute('ip', ['-n', name, 'link', 'set', 'eth0', 'up'])
      const program = [process.execPath, '-e', server, plan.address, plan.secondAddress]
      const child = spawn('ip', ['netns', 'exec', name, ...program], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ...(tls === undefined ? {} : { TLS_CERT: tls.certificate, TLS_KEY: tls.key }),
        },
      })
      await once(child.stdout, 'data')
      return new OutsideHost(plan, { process: child, lock, place })
    } catch (error) {
      await remove(name, place)
      await lock.release()
      throw error
    }
  }

  /** A program of Node's in this host's network, with the settings as JSON in its environment. It ends with the host. */
  async serve(program: string, settings: unknown): Promise<ChildProcess> {
    const child = spawn('ip', ['netns', 'exec', this.#name, process.execPath, '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, SETTINGS: JSON.stringify(settings) },
    })
    this.#served.push(child)
    await once(child.stdout, 'data')
    return child
  }

  async stop(): Promise<void> {
    for (const child of this.#served) {
      const gone = once(child, 'exit')
      if (child.kill('SIGKILL')) await gone
    }
    const exit = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exit
    await remove(this.#name, this.#place)
    await this.#lock.release()
  }
}

/** Where the other end of the host's cable is. */
interface Place {
  ip(...args: string[]): Promise<string>
}

const here: Place = {
  ip: async (...args) => (await execute('ip', args)).stdout,
}

function placeOf(routerPid: number | undefined): Place {
  if (routerPid === undefined) return here
  const enter = [`--net=/proc/${routerPid}/ns/net`, '--', 'ip']
  return { ip: async (...args) => (await execute('nsenter', [...enter, ...args])).stdout }
}

/** Hosts that an interrupted run left: they would answer in this one's place. */
async function linksOf(address: string, place: Place): Promise<string[]> {
  const links = parseLinks(await place.ip('-json', 'address', 'show', 'to', `${address}/32`))
  return links.filter((name) => name.startsWith('cayt-'))
}

/** What an interrupted run left may be on this machine, wherever the host is now. */
async function remove(name: string, place: Place): Promise<void> {
  for (const each of new Set([here, place])) {
    const links = parseLinks(await each.ip('-json', 'link', 'show', 'type', 'veth'))
    if (links.includes(name)) await each.ip('link', 'del', name)
  }
  if (existsSync(`/run/netns/${name}`)) await execute('ip', ['netns', 'del', name])
}

/** Their names. */
function parseLinks(json: string): string[] {
  return (JSON.parse(json) as { ifname?: string }[]).flatMap(({ ifname }) => ifname ?? [])
}

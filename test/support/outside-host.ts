/** A host of our own in a network namespace beside the node: it answers HTTP and counts what reaches it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** HTTP answers with the address the request came from; each UDP packet is told on standard output. */
const server = `
require('node:dgram').createSocket('udp4', (m, peer) => console.log('udp', m.toString(), peer.address)).bind(8080)
require('node:http').createServer((q, s) => s.end(q.socket.remoteAddress)).listen(8080, '0.0.0.0', () => console.log('up'))`

export class OutsideHost {
  readonly address: string
  readonly nodeAddress: string
  readonly #name: string
  readonly #process: ChildProcess
  #output = ''

  private constructor(plan: { name: string; address: string; nodeAddress: string }, process: ChildProcess) {
    this.#name = plan.name
    this.address = plan.address
    this.nodeAddress = plan.nodeAddress
    this.#process = process
    process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
  }

  /** UDP packets so far, as "text address". */
  get packets(): string[] {
    return [...this.#output.matchAll(/^udp (.*)$/gm)].map((match) => match[1] ?? '')
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

  /** `network` is the first three numbers of a /24: the host is .2 in it, the node .1. `name`: up to 12 characters. */
  static async start(name: string, network: string): Promise<OutsideHost> {
    const plan = { name, address: `${network}.2`, nodeAddress: `${network}.1` }
    await remove(name)
    await execute('ip', ['netns', 'add', name])
    try {
      await execute('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name])
      await execute('ip', ['addr', 'add', `${plan.nodeAddress}/24`, 'dev', name])
      await execute('ip', ['link', 'set', name, 'up'])
      await execute('ip', ['-n', name, 'addr', 'add', `${plan.address}/24`, 'dev', 'eth0'])
      await execute('ip', ['-n', name, 'link', 'set', 'eth0', 'up'])
      const child = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', server], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      return new OutsideHost(plan, child)
    } catch (error) {
      await remove(name)
      throw error
    }
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exit
    await remove(this.#name)
  }
}

async function remove(name: string): Promise<void> {
  if (existsSync(`/sys/class/net/${name}`)) await execute('ip', ['link', 'del', name])
  if (existsSync(`/run/netns/${name}`)) await execute('ip', ['netns', 'del', name])
}

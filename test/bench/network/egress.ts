/**
 * The way out: a sandbox through the gate, against another of the same template behind plain masquerade, both to the same
 * host beside the node. They take turns; speeds are those that the program in the sandbox sees.
 */
import { Sandbox } from 'e2b'
import type { OutsideHost } from '../../support/outside-host.ts'
import type { StandaloneSandbox } from '../../support/standalone-sandbox.ts'
import { processorSharesOf } from '../lifecycle/usage.ts'
import type { Reading } from '../report.ts'
import { median } from '../statistics.ts'
import type { NetworkMeasurement } from './part.ts'

const transferBytes = 256 * 1024 * 1024
const connectionsAtOnce = 1000
const targets = { ratioMin: 0.6, interceptedMin: 100 }

/** Runs a command in a sandbox; what it prints. */
type Shell = (command: string) => Promise<string>

export interface EgressParts {
  readonly internet: OutsideHost
  /** Behind plain masquerade. */
  readonly bare: StandaloneSandbox
  readonly gatePid: number
  /** Names of a host with a header rule, and of one without. */
  readonly ruled: string
  readonly unruled: string
}

export async function measureEgress(given: NetworkMeasurement, parts: EgressParts): Promise<Reading[]> {
  const rules = { [parts.ruled]: [{ transform: { headers: { Authorization: 'Bearer bench' } } }] }
  const sandbox = await Sandbox.create('base', { timeoutMs: 1_200_000, network: { rules } })
  const timeoutMs = 300_000
  const gated: Shell = async (command) => (await sandbox.commands.run(command, { timeoutMs })).stdout.trim()
  const bare: Shell = async (command) => {
    const { stdout, stderr } = await parts.bare.client.runCommand('user', command)
    if (stdout === '') throw new Error(`nothing from ${command}: ${stderr}`)
    return stdout.trim()
  }
  try {
    return [...(await passThrough(given, parts, { gated, bare })), ...(await many(parts, { gated, bare }))]
  } finally {
    await sandbox.kill()
  }
}

type Shells = Readonly<Record<'gated' | 'bare', Shell>>

async function passThrough(
  { turns, signal }: NetworkMeasurement,
  { internet, gatePid, ruled, unruled }: EgressParts,
  { gated, bare }: Shells,
): Promise<Reading[]> {
  const { address } = internet
  const at = (name: string) => `--resolve ${name}:443:${address} https://${name}`
  const speeds = new Map<string, number[]>()
  const spent = { ownMs: 0, kernelMs: 0, bytes: 0 }
  const whileGateWorks = async (task: () => Promise<void>) => {
    const before = processorSharesOf(gatePid)
    await task()
    const after = processorSharesOf(gatePid)
    spent.ownMs += after.ownMs - before.ownMs
    spent.kernelMs += after.kernelMs - before.kernelMs
    spent.bytes += transferBytes
  }
  const note = async (name: string, shell: Shell, command: string) =>
    void speeds.set(name, [...(speeds.get(name) ?? []), Number(await shell(command)) / 1e6])
  for (let turn = 0; turn < Math.min(turns, 5); turn++) {
    signal.throwIfAborted()
    for (const [way, command] of [
      ['down', down(`http://${address}:8080`)],
      ['up', up(address)],
      ['TLS down', down(at(unruled))],
    ] as const) {
      await note(`${way}, masquerade`, bare, command)
      await whileGateWorks(() => note(`${way}, gate`, gated, command))
    }
    await note('TLS down, intercepted', gated, down(at(ruled)))
  }
  const speed = (name: string) => median(speeds.get(name) ?? [])
  const pairs = ['down', 'up', 'TLS down'].flatMap((way) => [
    { name: `egress ${way}, plain masquerade`, value: speed(`${way}, masquerade`), unit: 'MB/s' },
    { name: `egress ${way}, through the gate`, value: speed(`${way}, gate`), unit: 'MB/s' },
    {
      name: '  of plain masquerade',
      value: speed(`${way}, gate`) / speed(`${way}, masquerade`),
      unit: 'x',
      valueMin: targets.ratioMin,
    },
  ])
  const intercepted = speed('TLS down, intercepted')
  return [
    ...pairs,
    {
      name: 'gate, per GB passed on: its own code',
      value: spent.ownMs / (spent.bytes / 1e9),
      unit: 'ms of a core',
    },
    { name: '  the kernel for it', value: spent.kernelMs / (spent.bytes / 1e9), unit: 'ms of a core' },
    {
      name: 'egress TLS down, intercepted',
      value: intercepted,
      unit: 'MB/s',
      valueMin: targets.interceptedMin,
    },
    {
      name: '  of the same through the gate, not intercepted',
      value: intercepted / speed('TLS down, gate'),
      unit: 'x',
    },
  ]
}

const down = (url: string) =>
  `curl -skg --http1.1 -o /dev/null -w '%{speed_download}' ${url}/zeros?${transferBytes}`

/** By a program of few calls: what is measured is the way, not the sender. */
const up = (address: string) =>
  `python3 -c "
import socket, time
s = socket.create_connection(('${address}', 7001)); piece = bytes(1 << 20); begin = time.perf_counter()
for _ in range(${transferBytes} >> 20): s.sendall(piece)
s.shutdown(socket.SHUT_WR); n = int(s.makefile().read()); assert n == ${transferBytes}, n
print(n / (time.perf_counter() - begin))"`

/** All are open at once before the first says anything; prints seconds. */
const openMany = (address: string) =>
  `python3 -c "
import resource, socket, time
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])); begin = time.perf_counter()
all = [socket.create_connection(('${address}', 7000)) for _ in range(${connectionsAtOnce})]
for s in all: s.sendall(b'here'); s.shutdown(socket.SHUT_WR)
assert [s.recv(10) for s in all] == [b'here'] * len(all)
print(time.perf_counter() - begin)"`

async function many({ internet }: EgressParts, { gated, bare }: Shells): Promise<Reading[]> {
  const command = openMany(internet.address)
  const samples = { bare: [] as number[], gated: [] as number[] }
  for (let turn = 0; turn < 3; turn++) {
    samples.bare.push(Number(await bare(command)) * 1000)
    samples.gated.push(Number(await gated(command)) * 1000)
  }
  return [
    {
      name: `${connectionsAtOnce} connections at once, plain masquerade`,
      value: median(samples.bare),
      unit: 'ms',
    },
    { name: `${connectionsAtOnce} connections at once, gate`, value: median(samples.gated), unit: 'ms' },
    { name: '  of plain masquerade', value: median(samples.gated) / median(samples.bare), unit: 'x' },
  ]
}

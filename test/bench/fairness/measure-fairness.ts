/**
 * A neighbour at the egress gateway while sandboxes of another team are at their limit of connections. Everything is a process
 * of its own, the sandboxes are simulated, and the load has a low priority: what is measured is how long the gateway keeps the
 * neighbour waiting, as far as the machine has a processor for it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measured, Measurement } from '../measured.ts'
import type { Figure, Reading } from '../report.ts'
import { percentile } from '../statistics.ts'

const connectionsEach = 2000
/** Exchanges of the neighbour begin at this pace, whatever became of the one before. */
const exchange = { everyMs: 10, count: 500, msMax: 30_000 }
const ratioMax = 3
const loadPriority = 5
/** After the first connections of the load: what they cost is over then. */
const settleMs = 2000
/** On a machine that has no time for all of the load, what is open by then has to do. */
const openMsMax = 20_000

const programs = {
  gateway: new URL('gateway-process.ts', import.meta.url).pathname,
  load: new URL('load-process.ts', import.meta.url).pathname,
  server: new URL('server-process.ts', import.meta.url).pathname,
}

const cases = [
  { name: '2 sandboxes, all connections busy', sandboxes: 2, mode: 'busy' },
  { name: '5 sandboxes, all connections busy', sandboxes: 5, mode: 'busy' },
  { name: '2 sandboxes that connect and reset', sandboxes: 2, mode: 'connecting' },
] as const

export async function measureFairness({ signal, tell }: Omit<Measurement, 'floor'>): Promise<Measured> {
  const figures: Figure[] = []
  const readings: Reading[] = []
  for (const each of cases) {
    signal.throwIfAborted()
    tell(`      fairness: ${each.name}`)
    const { idle, limited } = await measureCase(each)
    figures.push({ name: `neighbour idle (${each.mode})`, samples: idle })
    figures.push({ name: each.name, samples: limited, floor: idle })
    const ratio = percentile(limited, 99) / percentile(idle, 99)
    readings.push({ name: `p99: ${each.name}`, value: ratio, unit: 'x the idle p99', valueMax: ratioMax })
  }
  return { figures, readings, notes: [] }
}

async function measureCase({ sandboxes, mode }: (typeof cases)[number]) {
  const children: ChildProcess[] = []
  try {
    const start = async (file: string, args: readonly (string | number)[] = []) => {
      const child = fork(file, args.map(String))
      children.push(child)
      const [{ port }] = (await once(child, 'message')) as [{ port: number }]
      return port
    }
    const servers = [await start(programs.server), await start(programs.server)]
    const port = await start(programs.gateway, servers)
    await exchanges(port, 100)
    const idle = await exchanges(port, exchange.count)
    const opened: Promise<unknown>[] = []
    for (let index = 1; index <= sandboxes; index++) {
      const args = [port, `127.77.1.${index}`, connectionsEach, mode].map(String)
      const child = fork(programs.load, args)
      if (child.pid !== undefined) setPriority(child.pid, loadPriority)
      children.push(child)
      opened.push(once(child, 'message'))
    }
    await Promise.race([Promise.all(opened), sleep(openMsMax)])
    await sleep(settleMs)
    return { idle, limited: await exchanges(port, exchange.count) }
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}

async function exchanges(port: number, count: number): Promise<number[]> {
  const all: Promise<number>[] = []
  for (let index = 0; index < count; index++) {
    all.push(timeExchange(port))
    await sleep(exchange.everyMs)
  }
  return await Promise.all(all)
}

/** Milliseconds of a connection, and what is sent on it and comes back. One that fails took as long as is waited for one. */
async function timeExchange(port: number): Promise<number> {
  const startedMs = performance.now()
  const socket = connect({ host: '127.0.0.1', port, localAddress: '127.77.1.40', noDelay: true })
  const timer = setTimeout(() => socket.destroy(), exchange.msMax)
  socket.on('error', () => undefined)
  socket.write('here')
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
  clearTimeout(timer)
  socket.resetAndDestroy()
  return isAnswered ? performance.now() - startedMs : exchange.msMax
}

export const insideFairnessFigures = `
  neighbour           a new connection of another team's sandbox through the egress gateway, 4 bytes and their return;
                      one every 10 ms, 500 in all. One that fails counts as 30 s.
  busy                ${connectionsEach} connections of each sandbox of one team, each of which sends all that is taken.
  connect and reset   ${connectionsEach} connections of each sandbox that are reset as soon as they are open, and begun again at the rate
                      that packet rules let through.`

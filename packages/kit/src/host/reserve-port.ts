/**
 * Ports for services that are started later, or again. The kernel gives any port of its ephemeral range to whoever connects
 * somewhere, so a port that was seen to be free there may be a client's a moment later: these are outside that range. Processes that
 * choose at once do not choose the same one, since each holds an abstract socket of the port's number for as long as it
 * needs the port.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { errnoOf } from './errno.ts'

/** Both ends belong to it. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

export interface ReservedPort extends Disposable {
  readonly port: number
}

/** Above what services are known by, below the ports of Kubernetes' services (30000) and Linux' ephemeral range (32768). */
const usual: PortRange = { first: 20_000, last: 29_999 }
const linuxDefault: PortRange = { first: 32_768, last: 60_999 }
const [lowest, highest] = [10_000, 65_535]
/** A gap with fewer ports is none: installations and tests would soon have used it up. */
const gapMin = 256
const triesMax = 1000

/** A port of the address on which nobody listens. Ours until it is disposed of or this process ends; it keeps no process alive. */
export async function reservePort(
  bind: string,
  { first, last } = reservableRange(readEphemeralRange()),
): Promise<ReservedPort> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(first, last + 1)
    const reservation = await listen({ path: `\0cay-port-${port}` })
    if (reservation === undefined) continue
    if (await isFree(bind, port).catch((error) => rethrowAfter(reservation, error)))
      return { port, [Symbol.dispose]: () => reservation.close() }
    reservation.close()
  }
  throw new Error(`${bind} has no free port from ${first} to ${last}`)
}

/** Where the kernel gives nothing away. Where an operator left no such gap: the usual ports, which are as good as any. */
export function reservableRange(ephemeral: PortRange): PortRange {
  if (usual.last < ephemeral.first || ephemeral.last < usual.first) return usual
  const gaps: PortRange[] = [
    { first: lowest, last: ephemeral.first - 1 },
    { first: Math.max(ephemeral.last + 1, lowest), last: highest },
  ]
  const [widest = usual] = gaps.toSorted((a, b) => count(b) - count(a))
  return count(widest) < gapMin ? usual : widest
}

function count({ first, last }: PortRange): number {
  return last - first + 1
}

function readEphemeralRange(): PortRange {
  const text = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const [first = linuxDefault.first, last = linuxDefault.last] = text.trim().split(/\s+/).map(Number)
  return { first, last }
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = await listen({ host, port })
  if (server === undefined) return false
  const closed = once(server, 'close')
  server.close()
  await closed
  return true
}

/** Undefined: another process has it. */
async function listen(options: ListenOptions): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    const listening = once(server, 'listening')
    server.listen(options)
    await listening
    return server.unref()
  } catch (error) {
    if (errnoOf(error) === 'EADDRINUSE') return undefined
    throw error
  }
}

function rethrowAfter(reservation: Server, error: unknown): never {
  reservation.close()
  throw error
}

/** A gateway in this process between guests on loopback addresses and a network of real listeners that stand for addresses of the world. */
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExemptDestination } from '@cay/core/egress/exempt-destination.ts'
import type { HeaderRulesSpec } from '@cay/core/egress/header-rules.ts'
import type { ProxySpec } from '@cay/core/egress/proxy-address.ts'
import { idBytes, makePullId } from '@cay/core/ids.ts'
import { bounds } from '@cay/egress/bounds.ts'
import { callOrchestrator } from '@cay/egress/edge/orchestrator.ts'
import { openTls } from '@cay/egress/edge/tls.ts'
import type { SandboxUrls } from '@cay/egress/ports/network.ts'
import { SimulatedNetwork } from '@cay/egress/sim/simulated-network.ts'
import { SimulatedVault } from '@cay/egress/sim/simulated-vault.ts'
import { startEgress } from '@cay/egress/start-egress.ts'
import { connectToEgress, type EgressClient } from '@cay/egress/testing/egress-client.ts'
import { type Certified, makeAuthority } from '@cay/kit/certificates/issue.ts'
import { createLogger } from '@cay/kit/log.ts'
import { SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { SimulatedSandboxes } from '@cay/orchestrator/sim/simulated-sandboxes.ts'

export interface Policy {
  readonly allowOut?: readonly string[]
  readonly denyOut?: readonly string[]
  readonly rules?: HeaderRulesSpec
  readonly proxy?: ProxySpec
  /** Of an image pull of the node's own. */
  readonly exempt?: readonly ExemptDestination[]
  /** Of the sandbox; absent: it counts as a team of its own. */
  readonly teamId?: string
}

export interface Guest {
  readonly id: string
  readonly address: string
  setPolicy(policy: Policy): Promise<void>
  /** A connection that the guest opens to that place of the world. */
  open(address: string, port: number): Promise<Peer>
  denials(): Promise<{ name: string; address: string; port: number; rule: string; count: number }[]>
}

export interface Peer {
  readonly socket: net.Socket
  send(bytes: string | Buffer): void
  /** All that has come so far, once it matches. Fails when the connection ends before that. */
  until(pattern: RegExp): Promise<string>
  /** How the connection ended, and all that came. */
  ended(): Promise<{ text: string; how: 'end' | 'reset' }>
}

export interface Listener {
  /** The connections that came, in order. */
  readonly peers: readonly Peer[]
  next(): Promise<Peer>
}

export interface EgressWorld extends AsyncDisposable {
  readonly sandboxes: SimulatedSandboxes
  readonly network: SimulatedNetwork
  readonly vault: SimulatedVault
  /** Of the gateway; skips milliseconds. */
  readonly clock: { skip(ms: number): void }
  /** What vouches for the servers of this world; PEM. */
  readonly authority: Certified
  /** What sandboxes trust beside them; PEM. */
  readonly gateAuthority: string
  readonly port: number
  readonly rpc: EgressClient
  /** Where other services of the node ask it. */
  readonly socket: string
  addGuest(policy?: Policy): Promise<Guest>
  /** Listens at a place of the world. */
  listen(address: string, port: number, onPeer?: (peer: Peer) => void): Promise<Listener>
  stop(): Promise<void>
  /** Done when the world is over, the last first. */
  defer(step: () => unknown): void
}

let guestsMade = 0

export async function openEgressWorld(
  given: { readonly connectionsMax?: number; readonly sandboxUrls?: SandboxUrls } = {},
): Promise<EgressWorld> {
  const { connectionsMax = bounds.connectionsMax, sandboxUrls } = given
  const undo: (() => unknown)[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'cay-egress-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const orchestrator = new SimulatedOrchestrator()
  const sandboxes = new SimulatedSandboxes(orchestrator)
  const node = callOrchestrator(orchestrator.transport)
  const network = new SimulatedNetwork()
  const egressSocket = join(dataDir, 'egress.sock')
  const vault = new SimulatedVault()
  const { authority, gateAuthority } = await findAuthorities()
  const tls = openTls({ authority: gateAuthority, extraAuthorities: [authority.certificate] })
  const log = createLogger('egress', 'silent')
  let skippedMs = 0
  const clock = {
    nowMs: () => Date.now() + skippedMs,
    skip: (ms: number) => {
      skippedMs += ms
    },
  }
  const egress = await startEgress({
    ...{ config: { egressSocket }, node, network, sandboxUrls, tls, vault, connectionsMax, log, clock },
  })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await egress.stop()
  }
  undo.push(stop)
  const port = await egress.bound
  const rpc = connectToEgress(egressSocket)
  const world = {
    sandboxes,
    network,
    vault,
    clock,
    authority,
    gateAuthority: gateAuthority.certificate,
    port,
    rpc,
    socket: egressSocket,
    stop,
  }
  return {
    ...world,
    defer: (step) => void undo.push(step),
    addGuest: (policy = {}) => addGuest(world, policy, undo),
    listen: (address, at, onPeer) => listen(network, { address, port: at, onPeer }, undo),
    async [Symbol.asyncDispose]() {
      for (const step of undo.splice(0).reverse()) await step()
    },
  }
}

/** Making them takes a moment, so one pair is for all worlds of a file. */
let authorities: Promise<{ authority: Certified; gateAuthority: Certified }> | undefined

function findAuthorities() {
  const life = { nowMs: Date.now(), days: 1 }
  authorities ??= (async () => ({
    authority: await makeAuthority('world', life),
    gateAuthority: await makeAuthority('gate', life),
  }))()
  return authorities
}

type Parts = Pick<EgressWorld, 'sandboxes' | 'network' | 'vault' | 'port' | 'rpc'>

async function addGuest(
  { sandboxes, network, vault, port, rpc }: Parts,
  policy: Policy,
  undo: (() => unknown)[],
): Promise<Guest> {
  guestsMade += 1
  const id = policy.exempt === undefined ? `sandbox-${guestsMade}` : makePullId(randomBytes(idBytes))
  const address = `127.77.${guestsMade >> 8}.${guestsMade & 255}`
  const listsOf = ({ allowOut = [], denyOut = [], teamId: _, ...rules }: Policy) => {
    const sealed = vault.seal(rules)
    return { allowOut, denyOut, ...(sealed === undefined ? {} : { sealed }) }
  }
  const follow = (generation: bigint) => rpc.awaitSandbox({ sandboxId: id, generation })
  const setPolicy = async (changed: Policy) => {
    await follow(await sandboxes.setEgressPolicy(id, listsOf(changed)))
  }
  const { exempt, teamId } = policy
  if (exempt === undefined)
    await follow(
      await sandboxes.add(id, address, {
        egress: listsOf(policy),
        ...(teamId === undefined ? {} : { teamId }),
      }),
    )
  else await follow(sandboxes.pull(id, address, exempt))
  return {
    id,
    address,
    setPolicy,
    async open(to, at) {
      network.send(address, { address: to, port: at })
      const socket = net.connect({ host: '127.0.0.1', port, localAddress: address, allowHalfOpen: true })
      undo.push(() => socket.destroy())
      const peer = toPeer(socket)
      // Reset at once is a way of being opened, too.
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      return peer
    },
    async denials() {
      const { denials } = await rpc.listDenials({ sandboxId: id })
      return denials.map(({ name, address: to, port: at, rule, count }) => ({
        name,
        address: to,
        port: at,
        rule,
        count: Number(count),
      }))
    },
  }
}

async function listen(
  network: SimulatedNetwork,
  place: { address: string; port: number; onPeer: ((peer: Peer) => void) | undefined },
  undo: (() => unknown)[],
): Promise<Listener> {
  const peers: Peer[] = []
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    undo.push(() => socket.destroy())
    const peer = toPeer(socket)
    peers.push(peer)
    place.onPeer?.(peer)
    server.emit('peer', peer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the listener has no port')
  network.place(place.address, place.port, bound.port)
  let taken = 0
  return {
    peers,
    async next() {
      while (peers.length <= taken) await once(server, 'peer')
      const peer = peers[taken]
      if (peer === undefined) throw new Error('no connection came')
      taken += 1
      return peer
    },
  }
}

function toPeer(socket: net.Socket): Peer {
  let text = ''
  let isReset = false
  const news = new EventEmitter()
  socket.on('error', () => {
    isReset = true
  })
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    news.emit('news')
  })
  socket.on('end', () => news.emit('news'))
  socket.on('close', () => news.emit('news'))
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async until(pattern) {
      while (!pattern.test(text)) {
        if (socket.readableEnded || socket.destroyed)
          throw new Error(`ended before ${pattern}: ${JSON.stringify(text)}`)
        await once(news, 'news')
      }
      return text
    },
    async ended() {
      while (!socket.readableEnded && !socket.destroyed) await once(news, 'news')
      return { text, how: isReset ? 'reset' : 'end' }
    },
  }
}

/** The first bytes of a TLS connection that asks for the name. */
export function clientHello(name: string): Buffer {
  const sized = (bytes: 1 | 2 | 3, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    const length = Buffer.alloc(bytes)
    length.writeUIntBE(content.length, 0, bytes)
    return Buffer.concat([length, content])
  }
  const serverName = Buffer.concat([
    Buffer.from([0, 0]),
    sized(2, sized(2, Buffer.from([0]), sized(2, Buffer.from(name)))),
  ])
  const body = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 7),
    sized(1),
    sized(2, Buffer.from([0x13, 1])),
    sized(1, Buffer.from([0])),
    sized(2, serverName),
  ])
  return Buffer.concat([Buffer.from([22, 3, 1]), sized(2, Buffer.from([1]), sized(3, body))])
}

/** The orchestrator creates the gateway's address, perhaps after the gateway has started, so binding is retried. */
import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports/network.ts'

/** Binds the server and a UDP socket of the same port. Throws only when aborted. */
export async function bindBoth(
  server: Server,
  findAddress: () => Promise<Destination>,
  { signal, onFailed }: { signal: AbortSignal; onFailed: (error: unknown, waitedMs: number) => void },
): Promise<DatagramSocket> {
  const beganAtMs = performance.now()
  for (let waitMs: number = bounds.bindRetryMsMin; ; waitMs = Math.min(waitMs * 2, bounds.bindRetryMsMax)) {
    signal.throwIfAborted()
    try {
      return await tryOnce(server, await findAddress())
    } catch (error) {
      signal.throwIfAborted()
      onFailed(error, performance.now() - beganAtMs)
      await sleep(waitMs, undefined, { signal })
    }
  }
}

/** Of connections that wait for accept(2). */
const backlog = 4096

async function tryOnce(server: Server, { address, port }: Destination): Promise<DatagramSocket> {
  const datagrams = createSocket('udp4')
  try {
    await settled(server, () => server.listen({ host: address, port, backlog }))
    const bound = server.address()
    const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
    await settled(datagrams, () => datagrams.bind({ address, port: boundPort }))
    return datagrams
  } catch (error) {
    datagrams.close()
    if (server.listening) server.close()
    throw error
  }
}

async function settled(emitter: Server | DatagramSocket, begin: () => void): Promise<void> {
  const listening = once(emitter, 'listening')
  begin()
  await listening
}

/** The gateway's address is made by the node, perhaps later than the gateway is started, so binding waits for it. */
import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bounds } from '../bounds.ts'
import type { Destination } from '../ports/network.ts'

/** Binds the server and a datagram socket of the same number. Throws only when aborted. */
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

/** Connections that the kernel keeps until they are accepted. */
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

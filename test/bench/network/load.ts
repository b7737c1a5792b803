/** Load from this machine on a server of HTTP/1.1: plain sockets, so that the client costs little and the same everywhere. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Server {
  readonly host: string
  readonly port: number
  /** A whole request whose answer has no body. */
  readonly request: string
}

const endOfHead = '\r\n\r\n'

/** Answers per second, over so many connections, each of which asks again when it is answered. */
export async function requestsPerSecond(
  server: Server,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(server)))
  let answered = 0
  for (const socket of sockets) {
    socket.on('data', () => {
      answered += 1
      socket.write(server.request)
    })
    socket.write(server.request)
  }
  const startedMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const perSecond = (answered / (performance.now() - startedMs)) * 1000
  for (const socket of sockets) socket.resetAndDestroy()
  return perSecond
}

/** The same where each request has a connection of its own. */
export async function connectionsPerSecond(
  server: Server,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const startedMs = performance.now()
  const endsMs = startedMs + seconds * 1000
  let answered = 0
  const worker = async () => {
    while (performance.now() < endsMs) {
      await askOnce(server)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (answered / (performance.now() - startedMs)) * 1000
}

/** Milliseconds of one request after another on one connection. */
export async function latencies(server: Server, count: number): Promise<number[]> {
  const socket = await open(server)
  const samples: number[] = []
  for (let asked = 0; asked < count; asked++) samples.push(await timeAnswer(socket, server.request))
  socket.resetAndDestroy()
  return samples
}

/** Milliseconds of a connection and one request on it. */
export async function askOnce(server: Server): Promise<number> {
  const startedMs = performance.now()
  const socket = await open(server)
  await timeAnswer(socket, server.request)
  socket.resetAndDestroy()
  return performance.now() - startedMs
}

async function open({ host, port }: Server): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** An answer without a body comes in one piece. */
async function timeAnswer(socket: Socket, request: string): Promise<number> {
  const startedMs = performance.now()
  socket.write(request)
  const [piece] = (await once(socket, 'data')) as [Buffer]
  if (!piece.toString('latin1').includes(endOfHead)) throw new Error('half an answer')
  return performance.now() - startedMs
}

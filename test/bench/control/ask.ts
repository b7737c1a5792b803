/** Requests to a server of HTTP/1.1 over plain sockets, so that the client costs little and the same everywhere. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Asked {
  readonly status: number
  readonly body: string
}

/** One connection that is kept; one request at a time. */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  readonly #headers: string

  private constructor(socket: Socket, host: string, headers: string) {
    this.#socket = socket
    this.#host = host
    this.#headers = headers
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Connection> {
    const { host, hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return new Connection(socket, host, lines.join(''))
  }

  /** Throws when the connection ends before the answer does. */
  async ask(path: string): Promise<Asked> {
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${this.#headers}\r\n`)
    const pieces: Buffer[] = []
    for (;;) {
      const [piece] = (await once(this.#socket, 'data')) as [Buffer]
      pieces.push(piece)
      const whole = pieces.length === 1 ? piece : Buffer.concat(pieces)
      const headEnd = whole.indexOf('\r\n\r\n')
      if (headEnd === -1) continue
      const head = whole.toString('latin1', 0, headEnd)
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
      if (Number.isNaN(length)) throw new Error('an answer without a length')
      if (whole.length < headEnd + 4 + length) continue
      return { status: Number(head.slice(9, 12)), body: whole.toString('utf8', headEnd + 4) }
    }
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Answers per second, over so many connections, each of which asks again when it is answered. Throws for any but 200. */
export async function answersPerSecond(
  open: () => Promise<Connection>,
  paths: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const startedMs = performance.now()
  const endsMs = startedMs + seconds * 1000
  let answered = 0
  const worker = async () => {
    const connection = await open()
    for (let next = answered; performance.now() < endsMs; next += 1) {
      const { status, body } = await connection.ask(paths[next % paths.length] ?? '')
      if (status !== 200) throw new Error(`answered ${status}: ${body}`)
      answered += 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (answered / (performance.now() - startedMs)) * 1000
}

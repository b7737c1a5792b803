/**
 * What may answer at the port of a daemon when code in the sandbox has taken it: a server that answers some paths as a daemon
 * does, and the others in a hostile way.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { create, toBinary } from '@bufbuild/protobuf'
import { StartResponseSchema } from '@cay/contract/gen/process/process_pb.js'
import { limits } from '@cay/contract/limits.ts'
import { nodePaths } from '@cay/contract/names.ts'

/** Of the requests of a node. */
const headBytesMax = 16 * 1024

type Behavior = (socket: Socket) => void

const head = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`
const streamHead = head('content-type: application/connect+proto\r\ntransfer-encoding: chunked')
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Milliseconds between two pieces of an answer that never ends. */
const trickleEveryMs = 20

function trickle(bytes: string | Buffer): Behavior {
  return (socket) => {
    const timer = setInterval(() => socket.write(bytes), trickleEveryMs)
    socket.once('close', () => clearInterval(timer))
  }
}

/** As fast as it is read. */
function endless(piece: Buffer): Behavior {
  return (socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', write)
    write()
  }
}

function after(bytes: string, behavior: Behavior): Behavior {
  return (socket) => {
    socket.write(bytes)
    behavior(socket)
  }
}

const dying: Behavior = (socket) => void setImmediate(() => socket.resetAndDestroy())

/** A frame of a stream that says it has 3.75 GiB, and then goes on for as long as it is read. */
const longMessage = Buffer.from([0, 0xf0, 0, 0, 0])
const pieceBytes = 64 * 1024
const piece = Buffer.alloc(pieceBytes, 'x')
const repeated = (text: string) => Buffer.from(text.repeat(Math.ceil(pieceBytes / text.length)))

export const hostileAnswers = {
  silent: () => undefined,
  'one byte at a time': after(head('content-length: 1000000'), trickle('x')),
  'one byte of a head at a time': after('HTTP/1.1 200 OK\r\nx: ', trickle('x')),
  'one empty chunk after another': after(streamHead, trickle(chunk(Buffer.from('\n')))),
  'an endless body': after(head('transfer-encoding: chunked'), endless(chunk(piece))),
  'an endless head': after('HTTP/1.1 200 OK\r\nx: ', endless(piece)),
  'endless white space in a head': after('HTTP/1.1 200 OK\r\nx: ', endless(repeated(' '))),
  'endless fields': after('HTTP/1.1 200 OK\r\n', endless(repeated('x: y\r\n'))),
  'endless trailers': after(
    `${head('transfer-encoding: chunked\r\ntrailer: x')}0\r\n`,
    endless(repeated('x: y\r\n')),
  ),
  'informational responses without end': endless(repeated('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'a message of 3.75 GiB': after(streamHead, (socket) => {
    socket.write(chunk(longMessage))
    endless(chunk(piece))(socket)
  }),
  'a length that is too large': after(head('content-length: 9007199254740991'), () => undefined),
  'a length that is too small': (socket) => socket.end(`${head('content-length: 1')}more than one byte`),
  'two lengths': (socket) => socket.end(head('content-length: 1\r\ncontent-length: 2')),
  'wrong types': (socket) => socket.end(`${head('content-type: application/json')}{"processes":"many"}`),
  'no JSON': (socket) => socket.end(`${head('content-type: application/json')}{`),
  'a redirect': (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1/\r\n\r\n'),
  'another status': (socket) => socket.end('HTTP/1.1 599 x\r\ncontent-length: 0\r\n\r\n'),
  'death before its answer': dying,
  'death in its answer': after(head('content-length: 1000000'), dying),
  'death between two chunks': after(`${head('transfer-encoding: chunked')}1\r\nx\r\n`, dying),
  'another protocol by its own choice': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'the preface of HTTP/2': (socket) => socket.write(Buffer.from('000000040000000000', 'hex')),
  'an alert of TLS': (socket) => socket.write(Buffer.from('15030100020246', 'hex')),
  'a banner of SSH': (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
  'random bytes': (socket) => socket.write(randomBytes(4096)),
} as const satisfies Record<string, Behavior>

export type HostileAnswer = keyof typeof hostileAnswers
export const hostileKinds = Object.keys(hostileAnswers) as HostileAnswer[]

const honest = (body: string) => `${head(`content-length: ${body.length}`)}${body}`
/** A message of a stream, and its end. */
const framed = (flags: number, bytes: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([Buffer.from([flags]), length, bytes])
}
const commandEnd = create(StartResponseSchema, {
  event: { event: { case: 'end', value: { exitCode: 0, exited: true, status: 'exit status 0' } } },
})
const endedCommand = Buffer.concat([
  Buffer.from(streamHead),
  ...[framed(0, toBinary(StartResponseSchema, commandEnd)), framed(2, Buffer.from('{}'))].map(chunk),
  Buffer.from('0\r\n\r\n'),
])
const none = 'HTTP/1.1 204 No Content\r\n\r\n'

/** As a daemon with nothing to tell answers. */
const honestAnswers: Readonly<Record<string, string | Buffer>> = {
  [nodePaths.idle]: honest('{"processes":0,"requests":0}'),
  [nodePaths.sandboxLogs]: honest('{"entries":[],"cursor":"","lostCount":0,"hasMore":false}'),
  [nodePaths.exportChanges]: honest('changes'),
  '/files': honest('[]'),
  '/process.Process/Start': endedCommand,
}

export interface HostileDaemon extends AsyncDisposable {
  /** Of its own, because the port is always the same. */
  readonly address: string
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[]
  /** From now on it answers in this way, at these paths or at all; as a daemon does when undefined. */
  answer(kind: HostileAnswer | undefined, path?: string): void
  /** Resolves when a path was asked for in the hostile way. */
  readonly reached: Promise<void>
  readonly openConnections: number
}

export async function startHostileDaemon(kind?: HostileAnswer, path?: string): Promise<HostileDaemon> {
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const reached = Promise.withResolvers<void>()
  let hostile = { kind, path }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', (bytes) => {
      // What comes after a head is a body: no caller pipelines.
      text = (text + bytes.toString('latin1')).slice(-headBytesMax)
      const [, target] = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n(?:.*\r\n)*\r\n/m.exec(text) ?? []
      if (target === undefined) return
      text = ''
      const name = target.split('?', 1)[0] ?? ''
      asked.push(name)
      if (hostile.kind === undefined || (hostile.path !== undefined && hostile.path !== name))
        return void socket.write(honestAnswers[name] ?? none)
      reached.resolve()
      hostileAnswers[hostile.kind](socket)
    })
  })
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  server.listen(limits.daemonPort, address)
  await once(server, 'listening')
  return {
    address,
    asked,
    answer(kind, path) {
      hostile = { kind, path }
    },
    reached: reached.promise,
    get openConnections() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A proxy as a process of its own, a simulated orchestrator, and guests that are real servers on loopback addresses. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { ReadyMessage } from '@cay/kit/service.ts'
import type { SandboxOptions } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { expect } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { listenInSandbox } from '../support/listen-in-sandbox.ts'
import { programEnvironment } from '../support/program-environment.ts'
import { ProxyNode } from './proxy-node.ts'

const proxyMain = new URL('../../packages/proxy/src/main.ts', import.meta.url).pathname
const patientProxyMain = new URL('../support/patient-proxy.ts', import.meta.url).pathname

export interface ProxyWorld extends AsyncDisposable {
  readonly orchestrator: ProxyNode
  readonly proxyPort: number
  /** Of the door that speaks TLS, where there is one. */
  readonly tlsPort: number | undefined
  /** For the proxies of other nodes, in a cluster. */
  readonly edgePort: number | undefined
  readonly dataDir: string
  readonly proxy: ChildProcess
  /** A sandbox of its own on an address of its own. */
  addSandbox(options?: SandboxOptions): Sandbox
  /** Called when the world ends, in reverse order. */
  atEnd(undo: () => unknown): void
  /** The greatest resident size that the proxy ever had, in KiB. */
  peakMemoryKib(): number
  request(
    options: http.RequestOptions & { sandbox?: Sandbox; port?: number; body?: string },
  ): Promise<HttpResponse>
  /** Resolves when the proxy knows all that the orchestrator knows now. */
  untilCurrent(): Promise<void>
  /** A client connection that speaks in bytes. */
  connect(): Promise<RawClient>
  isAlive(): boolean
}

export interface Sandbox {
  readonly id: string
  readonly address: string
  /** Serves HTTP in the sandbox; returns the port. */
  serve(listener: http.RequestListener, port?: number): Promise<number>
  /** Serves bytes in the sandbox; returns the port. */
  serveRaw(listener: (socket: net.Socket) => void, port?: number): Promise<number>
  /** Serves WebSockets in the sandbox; returns the port. */
  serveWebSockets(
    listener: (socket: WebSocket, request: http.IncomingMessage) => void,
    server?: http.Server,
  ): Promise<number>
}

export interface HttpResponse {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly rawHeaders: string[]
  readonly trailers: NodeJS.Dict<string>
  readonly body: string
  json(): unknown
}

export interface RawClient {
  readonly socket: net.Socket
  send(text: string): void
  /** All that has come so far, once it matches. Fails when the connection ends before that. */
  until(pattern: RegExp): Promise<string>
  /** How the connection ended, and all that came. */
  ended(): Promise<{ text: string; how: 'end' | 'reset' }>
}

export interface ProxyWorldOptions {
  /** Absent: true. */
  readonly startOrchestrator?: boolean
  /** Idle timeout of connections to sandboxes where it is longer than any that may be set. */
  readonly idleConnectionMs?: number
  /** Before the proxy starts; what it returns is undone at the end. */
  readonly prepare?: (dataDir: string) => Promise<() => unknown>
}

let addressesUsed = 0
let nobodies = 0

export async function openProxyWorld(
  env: Record<string, string> = {},
  options: ProxyWorldOptions = {},
): Promise<ProxyWorld> {
  const undo: (() => unknown)[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'cay-proxy-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const { orchestratorSocket } = dataLayout(dataDir)
  mkdirSync(dirname(orchestratorSocket), { recursive: true })
  const orchestrator = new ProxyNode(orchestratorSocket)
  undo.push(() => orchestrator.stop())
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    if (options.startOrchestrator !== false) await orchestrator.start()
    if (options.prepare !== undefined) undo.push(await options.prepare(dataDir))
    const { proxy, proxyPort, tlsPort, edgePort } = await startProxyProcess(
      { ...env, CAY_DATA_DIR: dataDir },
      options.idleConnectionMs,
      undo,
    )
    return {
      orchestrator,
      proxy,
      proxyPort,
      tlsPort,
      edgePort,
      dataDir,
      addSandbox: (options) => addSandbox(orchestrator, undo, options),
      atEnd: (step) => undo.push(step),
      peakMemoryKib: () =>
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, 'utf8'))?.[1]),
      request: (request) => ask(proxyPort, request),
      untilCurrent: async () => {
        // Of a sandbox that nobody knows it asks the orchestrator, who tells of all.
        nobodies += 1
        await ask(proxyPort, { headers: { 'E2b-Sandbox-Id': `nobody${nobodies}`, 'E2b-Sandbox-Port': '1' } })
      },
      connect: () => connectRaw(proxyPort, undo),
      isAlive: () => proxy.exitCode === null && proxy.signalCode === null,
      [Symbol.asyncDispose]: unwind,
    }
  } catch (error) {
    await unwind()
    throw error
  }
}

async function startProxyProcess(
  env: Record<string, string>,
  idleConnectionMs: number | undefined,
  undo: (() => unknown)[],
) {
  const program =
    idleConnectionMs === undefined
      ? { main: proxyMain, args: [] }
      : { main: patientProxyMain, args: [String(idleConnectionMs)] }
  const proxy = fork(program.main, program.args, {
    // Connections wait as long as they can: a busy machine takes its time between two requests.
    env: {
      ...{ ...programEnvironment(), CAY_PROXY_PORT: '0', CAY_LOG_LEVEL: 'warn' },
      ...{ CAY_FREEZE_AFTER_SECONDS: '2', ...env },
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  undo.push(async () => {
    if (proxy.exitCode !== null || proxy.signalCode !== null) return
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  })
  const [message] = await Promise.race([
    once(proxy, 'message'),
    once(proxy, 'exit').then(([code]) => Promise.reject(new Error(`the proxy ended with ${code}`))),
  ])
  const { listening } = message as ReadyMessage
  const portOf = (url: string | undefined) => (url === undefined ? undefined : Number(new URL(url).port))
  const { proxy: proxyUrl = '', tls, edge } = listening
  return { proxy, proxyPort: Number(new URL(proxyUrl).port), tlsPort: portOf(tls), edgePort: portOf(edge) }
}

/** All files of a worker count in one process, so the last octet alone does not suffice. */
function loopbackAddress(pid: number, count: number): string {
  const last = 254
  return `127.${1 + (pid % 200)}.${(pid + Math.floor(count / last)) % 250}.${1 + (count % last)}`
}

function addSandbox(orchestrator: ProxyNode, undo: (() => unknown)[], options: SandboxOptions = {}): Sandbox {
  addressesUsed += 1
  const id = `sb${process.pid}x${addressesUsed}`
  const address = loopbackAddress(process.pid, addressesUsed)
  void orchestrator.add(id, address, options)
  const listen = async (server: net.Server, port = 0) => {
    undo.push(() => server.close())
    if (port === 0) return await listenInSandbox(server, address)
    await once(server.listen(port, address), 'listening')
    return port
  }
  return {
    id,
    address,
    serve(listener, port) {
      const server = http.createServer(listener)
      undo.push(() => server.closeAllConnections())
      return listen(server, port)
    },
    serveRaw(listener, port) {
      const server = net.createServer({ allowHalfOpen: true }, (socket) => {
        undo.push(() => socket.destroy())
        socket.on('error', () => undefined)
        listener(socket)
      })
      return listen(server, port)
    },
    serveWebSockets(listener, server = http.createServer()) {
      const sockets = new WebSocketServer({ server }).on('connection', listener)
      undo.push(() => server.closeAllConnections())
      undo.push(() => {
        for (const socket of sockets.clients) socket.terminate()
      })
      return listen(server)
    },
  }
}

/** Headers that lead to a port of a sandbox. */
export function routing(sandbox: Sandbox, port: number): Record<string, string> {
  return { 'E2b-Sandbox-Id': sandbox.id, 'E2b-Sandbox-Port': String(port) }
}

async function ask(
  proxyPort: number,
  options: http.RequestOptions & { sandbox?: Sandbox; port?: number; body?: string },
): Promise<HttpResponse> {
  const { sandbox, port, body, ...rest } = options
  const headers = {
    ...(sandbox === undefined ? {} : routing(sandbox, port ?? 0)),
    ...(options.headers as Record<string, string>),
  }
  const request = http.request({ host: '127.0.0.1', agent: false, ...rest, port: proxyPort, headers })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    trailers: response.trailers,
    body: text,
    json: () => JSON.parse(text),
  }
}

async function connectRaw(port: number, undo: (() => unknown)[]): Promise<RawClient> {
  const socket = net.connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  undo.push(() => socket.destroy())
  await once(socket, 'connect')
  let text = ''
  let how: 'end' | 'reset' | undefined
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    changed()
  })
  socket.on('end', () => {
    how ??= 'end'
    changed()
  })
  socket.on('error', () => {
    how ??= 'reset'
    changed()
  })
  const when = <T>(read: () => T | undefined) =>
    new Promise<T>((resolve, reject) => {
      const look = () => {
        try {
          const value = read()
          if (value === undefined) return
          watchers.delete(look)
          resolve(value)
        } catch (error) {
          watchers.delete(look)
          reject(error)
        }
      }
      watchers.add(look)
      look()
    })
  return {
    socket,
    send: (message) => void socket.write(message, 'latin1'),
    until: (pattern) =>
      when(() => {
        if (pattern.test(text)) return text
        if (how !== undefined) throw new Error(`${how} before ${pattern}; came: ${JSON.stringify(text)}`)
        return undefined
      }),
    ended: () => when(() => (how === undefined ? undefined : { text, how })),
  }
}

const stillMs = 300

/** Resolves when the count is above zero and has stopped growing: whoever writes waits for a reader. */
export async function untilStill(count: () => number): Promise<void> {
  let before = -1
  const isStill = () => {
    const now = count()
    const same = now === before && now > 0
    before = now
    return same
  }
  await expect.poll(isStill, { interval: stillMs }).toBe(true)
}

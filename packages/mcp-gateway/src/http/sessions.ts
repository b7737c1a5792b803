/** The sessions of clients: bounded in number, ended by the client or when they were idle for long. */
import { randomUUID } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { requestBytesMax, sessionIdleMsMax, sessionsMax } from '../dialect/bounds.ts'

interface Session {
  readonly server: Server
  readonly transport: StreamableHTTPServerTransport
  openResponses: number
  usedAtMs: number
}

export interface SessionsOptions {
  readonly createServer: () => Server
  readonly nowMs: () => number
}

export class Sessions {
  readonly #options: SessionsOptions
  readonly #sessions = new Map<string, Session>()

  constructor(options: SessionsOptions) {
    this.#options = options
  }

  find(sessionId: string): Session | undefined {
    return this.#sessions.get(sessionId)
  }

  /** A session that is known once its client has initialized it. Undefined: there are too many, and all are in use. */
  async open(): Promise<Session | undefined> {
    this.endIdle()
    if (this.#sessions.size >= sessionsMax && !this.#endOldest()) return undefined
    const server = this.#options.createServer()
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => void this.#sessions.set(sessionId, session),
      onsessionclosed: (sessionId) => void this.#sessions.delete(sessionId),
      maxRequestBodySize: requestBytesMax,
    })
    const session: Session = { server, transport, openResponses: 0, usedAtMs: this.#options.nowMs() }
    // Its callbacks may be set to undefined, which the interface does not say with `exactOptionalPropertyTypes`.
    await server.connect(transport as Transport)
    return session
  }

  /** Counts a response of the session until `close`. */
  use(session: Session, onClose: (listener: () => void) => void): void {
    session.openResponses += 1
    session.usedAtMs = this.#options.nowMs()
    onClose(() => {
      session.openResponses -= 1
      session.usedAtMs = this.#options.nowMs()
    })
  }

  endIdle(): void {
    const { nowMs } = this.#options
    for (const [sessionId, session] of this.#sessions)
      if (session.openResponses === 0 && nowMs() - session.usedAtMs > sessionIdleMsMax)
        this.#end(sessionId, session)
  }

  notifyListChanged(): void {
    for (const { server } of this.#sessions.values()) {
      const sent = [
        server.sendToolListChanged(),
        server.sendPromptListChanged(),
        server.sendResourceListChanged(),
      ]
      // A session that is ending hears no more.
      for (const one of sent) one.catch(() => undefined)
    }
  }

  #endOldest(): boolean {
    const idle = [...this.#sessions].filter(([, session]) => session.openResponses === 0)
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAtMs - other.usedAtMs)
    if (oldest === undefined) return false
    this.#end(...oldest)
    return true
  }

  #end(sessionId: string, session: Session): void {
    this.#sessions.delete(sessionId)
    // Its streams end with it, and nothing waits for them.
    session.server.close().catch(() => undefined)
  }
}

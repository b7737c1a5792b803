/**
 * The connection that calls to control go through: to one control process of several, and to the next one when it closes. A call
 * waits for a connection for a while.
 */
import type { ClientHttp2Session } from 'node:http2'

export class Uplink {
  #session: ClientHttp2Session | undefined
  #waiting = new Set<(session: ClientHttp2Session | undefined) => void>()

  /** Undefined when none was opened in that time. */
  session(withinMs: number): Promise<ClientHttp2Session | undefined> {
    const open = this.#session
    if (open !== undefined && !open.closed && !open.destroyed) return Promise.resolve(open)
    return new Promise((resolve) => {
      const done = (session: ClientHttp2Session | undefined) => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve(session)
      }
      const timer = setTimeout(() => done(undefined), withinMs)
      this.#waiting.add(done)
    })
  }

  close(): void {
    this.#session?.destroy()
    for (const done of [...this.#waiting]) done(undefined)
  }

  /** New calls go there from now on; resolves when it takes no more of them. */
  use(session: ClientHttp2Session): Promise<void> {
    this.#session = session
    for (const done of [...this.#waiting]) done(session)
    return new Promise((resolve) => {
      const end = () => {
        if (this.#session === session) this.#session = undefined
        resolve()
      }
      // Control stops: calls in progress go on, new ones go to another process.
      session.once('goaway', end)
      session.once('close', end)
    })
  }
}

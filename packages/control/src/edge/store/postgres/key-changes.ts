/**
 * Tells the control processes of one database that keys or teams have changed, by LISTEN and NOTIFY on a connection of
 * its own. Messages are lost while the connection is broken, so every cache has to bound the age of what it holds.
 */
import pg from 'pg'

const channel = 'cay_keys'
/** Delay in milliseconds before a broken connection is opened again. */
const retryMs = 1_000

export class KeyChanges {
  readonly #config: pg.ClientConfig
  readonly #forget: () => void
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  /** `forget` is called when another process has changed something, and when that may have been missed. */
  constructor(url: string, forget: () => void) {
    this.#config = { connectionString: url, keepAlive: true, application_name: 'cay control: key changes' }
    this.#forget = forget
    void this.#listen()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    // A connection that broke cannot be ended in order.
    await this.#client?.end().catch(() => undefined)
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(this.#config)
    this.#client = client
    client.on('notification', this.#forget)
    client.on('error', () => undefined)
    client.once('end', () => this.#listenLater())
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#forget()
    } catch {
      // The end of the connection follows, and with it the next attempt.
      await client.end().catch(() => undefined)
    }
  }

  #listenLater(): void {
    this.#forget()
    if (this.#isClosed) return
    this.#retry = setTimeout(() => void this.#listen(), retryMs).unref()
  }
}

/** The statement that tells all listeners, the sender included. */
export const notifyKeyChange = `notify ${channel}`

/** Two control processes over one database. They are killed in turn, and the database crashes; each starts again. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadyMessage } from '@cay/kit/service.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import { endProcess, forkControl } from '../control-machine.ts'
import type { Reply } from './call-history.ts'
import type { ChaosRequest } from './requests.ts'

const apiKey = `e2b_${'0'.repeat(40)}`

export interface Control {
  call(request: ChaosRequest): Promise<ControlReply>
  die(): Promise<void>
}

export interface ControlReply extends Reply {
  readonly nextToken: string | null
}

interface Parts {
  readonly server: PostgresServer
  readonly databaseUrl: string
  readonly dataDir: string
}

export class ControlPair {
  kills = 0
  restarts = 0
  readonly #parts: Parts
  readonly #controls: (Control | undefined)[] = [undefined, undefined]
  #killing = Promise.resolve()
  #restarting = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get living(): readonly Control[] {
    return this.#controls.filter((control) => control !== undefined)
  }

  /** Both, where they do not run. */
  async start(): Promise<void> {
    await Promise.all(
      this.#controls.map(async (control, index) => {
        if (control === undefined) await this.#start(index)
      }),
    )
  }

  /** After the kill before: calls go on meanwhile, through the process that lives. */
  killNext(): void {
    this.#killing = this.#killing.then(async () => {
      const index = this.kills % this.#controls.length
      const control = this.#controls[index]
      this.#controls[index] = undefined
      await control?.die()
      this.kills += 1
      await this.#start(index)
    })
  }

  /** After the restart before. */
  restartDatabase(): void {
    this.#restarting = this.#restarting.then(async () => {
      await this.#parts.server.crash()
      await sleep(300)
      await this.#parts.server.start()
      this.restarts += 1
    })
  }

  /** Until all that was killed runs again. */
  async settle(): Promise<void> {
    await Promise.all([this.#killing, this.#restarting])
  }

  async close(): Promise<void> {
    for (const control of this.living) await control.die()
  }

  /** Until it is ready: the database may be away just then. */
  async #start(index: number): Promise<void> {
    for (;;) {
      const control = await startControl(this.#parts)
      if (control !== undefined) {
        this.#controls[index] = control
        return
      }
      await sleep(200)
    }
  }
}

/** Undefined when it could not start. */
async function startControl({ dataDir, databaseUrl }: Parts): Promise<Control | undefined> {
  const child = forkControl(dataDir, { CAY_DATABASE_URL: databaseUrl, CAY_API_KEY: apiKey }, 'ignore')
  // What it says of a database that is away fills no pipe.
  child.stderr?.resume()
  const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    ReadyMessage | number,
  ]
  if (typeof ready !== 'object' || ready === null) return undefined
  const url = ready.listening.api ?? ''
  return { die: () => endProcess(child), call: (request) => call(url, request) }
}

async function call(url: string, { method, path, body }: ChaosRequest): Promise<ControlReply> {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': apiKey },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, headers } = response
  return {
    ...{ status, body: text === '' ? undefined : JSON.parse(text) },
    ...{ retryAfter: headers.get('retry-after'), nextToken: headers.get('x-next-token') },
  }
}

/**
 * One server behind the gateway: its program, the connection to it, and the lists of what it offers.
 *
 *   start() ──► connected ──(its program ends)──► ended ──(next request)──► connected again, within `restartsMax`
 */
import { coalesceRuns } from '@cay/kit/flow/coalesce-runs.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  ErrorCode,
  McpError,
  PromptListChangedNotificationSchema,
  type Request,
  ResourceListChangedNotificationSchema,
  type Result,
  ResultSchema,
  type ServerCapabilities,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import {
  junkLinesMax,
  ownRequestMsMax,
  pendingRequestsMax,
  restartsMax,
  restartWindowMs,
} from '../dialect/bounds.ts'
import { gatewayImplementation } from '../dialect/implementation.ts'
import type { ServerProgram, StartProgram } from '../ports/server-program.ts'
import { type OfferedLists, readLists } from './read-lists.ts'
import { isConnectionClosed, RequestError, serverError } from './request-error.ts'

export interface LinkOptions {
  readonly name: string
  readonly startProgram: StartProgram
  readonly nowMs: () => number
  /** What the server offers has changed. */
  readonly onChange: () => void
}

interface Connection {
  readonly client: Client
  readonly program: ServerProgram
  /** Why it was ended by the gateway. */
  reason: string | undefined
  isOpen: boolean
  /** It has been killed: what it has sent before and was not read yet counts no more. */
  isKilled: boolean
}

/** Its message begins with the name of the server, and has the last lines of its standard error. */
export class ServerFailure extends Error {
  override name = 'ServerFailure'
}

export class ServerLink {
  readonly name: string
  readonly #options: LinkOptions
  #connection: Connection | undefined
  #connecting: Promise<Connection> | undefined
  #lists: OfferedLists = { tools: [], prompts: [], resources: [], resourceTemplates: [] }
  #startsMs: number[] = []
  #pending = 0
  #isClosed = false
  readonly #refresh: () => Promise<void>

  constructor(options: LinkOptions) {
    this.name = options.name
    this.#options = options
    this.#refresh = coalesceRuns(() => this.#readLists())
  }

  get lists(): OfferedLists {
    return this.#lists
  }

  get instructions(): string | undefined {
    return this.#connection?.client.getInstructions()
  }

  get capabilities(): ServerCapabilities {
    return this.#connection?.client.getServerCapabilities() ?? {}
  }

  /** Resolves when the server has said what it offers. Throws ServerFailure. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#connected(signal)
  }

  /** Throws RequestError or ServerFailure: what the server has responded, or why there is no response. */
  async request(request: Request, options: RequestOptions): Promise<Result> {
    if (this.#pending >= pendingRequestsMax)
      throw new RequestError(
        ErrorCode.InternalError,
        `server "${this.name}" has ${pendingRequestsMax} requests without a response; try again later`,
      )
    this.#pending += 1
    try {
      const connection = await this.#connected()
      return await this.#send(connection, request, options)
    } finally {
      this.#pending -= 1
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connection?.program.end()
  }

  async #send(connection: Connection, request: Request, options: RequestOptions): Promise<Result> {
    try {
      return await connection.client.request(request, ResultSchema, options)
    } catch (error) {
      if (isConnectionClosed(error))
        throw new RequestError(
          ErrorCode.ConnectionClosed,
          this.#tell(connection, 'ended before it responded').message,
        )
      throw error instanceof McpError ? serverError(error) : error
    }
  }

  /** The signal is for the first start: one that a request causes is everybody's. */
  async #connected(signal?: AbortSignal): Promise<Connection> {
    if (this.#connection?.isOpen === true) return this.#connection
    if (this.#connecting === undefined) {
      this.#connecting = this.#connect(signal).finally(() => {
        this.#connecting = undefined
      })
    }
    return await this.#connecting
  }

  async #connect(signal: AbortSignal | undefined): Promise<Connection> {
    this.#countStart()
    const isRestart = this.#connection !== undefined
    const program = await this.#options.startProgram()
    const client = new Client(gatewayImplementation, { capabilities: {} })
    const connection: Connection = { client, program, reason: undefined, isOpen: true, isKilled: false }
    this.#watch(connection)
    try {
      const options = { timeout: ownRequestMsMax, ...(signal === undefined ? {} : { signal }) }
      await client.connect(program.transport, options)
      deliverInTurn(connection)
      this.#connection = connection
      await this.#readLists()
      if (isRestart) this.#options.onChange()
      return connection
    } catch (error) {
      connection.isOpen = false
      program.kill()
      throw this.#tell(connection, howItFailed(error, signal))
    }
  }

  #countStart(): void {
    const { nowMs } = this.#options
    this.#startsMs = this.#startsMs.filter((atMs) => nowMs() - atMs < restartWindowMs)
    if (this.#isClosed) throw new ServerFailure(`server "${this.name}": the gateway is ending`)
    if (this.#startsMs.length > restartsMax)
      throw new ServerFailure(
        `server "${this.name}" has ended ${restartsMax + 1} times within ${restartWindowMs / 1000} s; it is started again later`,
      )
    this.#startsMs.push(nowMs())
  }

  #watch(connection: Connection): void {
    const { client } = connection
    watchForJunk(connection)
    client.onclose = () => {
      connection.isOpen = false
    }
    const changed = () => {
      // A server that cannot be asked for its lists keeps those that it had.
      this.#refresh().then(this.#options.onChange, () => undefined)
    }
    client.setNotificationHandler(ToolListChangedNotificationSchema, changed)
    client.setNotificationHandler(PromptListChangedNotificationSchema, changed)
    client.setNotificationHandler(ResourceListChangedNotificationSchema, changed)
  }

  async #readLists(): Promise<void> {
    const connection = this.#connection
    if (connection?.isOpen !== true) return
    this.#lists = await readLists(connection.client)
  }

  #tell({ program, reason }: Connection, what: string): ServerFailure {
    const why = reason === undefined ? '' : ` and ${reason}`
    const lines = program.lastLines()
    const said = lines.length === 0 ? '' : `; its last lines on standard error:\n${lines.join('\n')}`
    return new ServerFailure(`server "${this.name}" ${what}${why}${said}`)
  }
}

/** Ends a server that sends what is too large, or nothing but lines that are no messages. */
function watchForJunk(connection: Connection): void {
  const { transport, kill } = connection.program
  let junkLines = 0
  const end = (reason: string) => {
    connection.isKilled = true
    connection.reason = reason
    kill()
  }
  transport.onerror = (error) => {
    if (connection.isKilled) return
    if (/exceeded maximum size/.test(error.message)) return end('sent a message that is too large')
    if (!isUnreadable(error)) return
    if (junkLines === 0) connection.reason = describeJunk(error)
    junkLines += 1
    if (junkLines >= junkLinesMax) end(describeJunk(error))
  }
  transport.onmessage = () => {
    if (connection.isKilled) return
    junkLines = 0
    connection.reason = undefined
  }
}

function describeJunk({ message }: Error): string {
  return `prints lines that are no MCP messages (${message.split('\n')[0]?.slice(0, 120) ?? ''})`
}

/**
 * One message after the other: the SDK handles a notification later than the response that comes behind it, and would drop
 * progress that arrives together with the response.
 */
function deliverInTurn(connection: Connection): void {
  const { transport } = connection.program
  const { onmessage } = transport
  let turn = Promise.resolve()
  transport.onmessage = (message, extra) => {
    if (connection.isKilled) return
    turn = turn.then(() => onmessage?.(message, extra))
  }
}

/** A line that is no JSON, or JSON that is no message. */
function isUnreadable(error: Error): boolean {
  return error instanceof SyntaxError || error.name === 'ZodError' || error.name === '$ZodError'
}

function howItFailed(error: unknown, signal: AbortSignal | undefined): string {
  if (isConnectionClosed(error)) return 'ended before it was ready'
  if (signal?.aborted === true) return 'was not ready in time'
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
    return `did not respond within ${ownRequestMsMax / 1000} s`
  return `cannot be used: ${error instanceof Error ? error.message : String(error)}`
}

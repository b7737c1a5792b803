/** A client of envd like the official ones (Connect with JSON, Basic user), for the warm-up of a checkpoint. */
import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { headers as headerNames } from '@cay/contract/names.ts'
import { createClient } from '@connectrpc/connect'
import { GuestConnections } from '../guest/guest-connections.ts'

/** The daemon proves that it knows the one before it gets the other. */
export interface GuestTokens {
  readonly accessToken: string
  readonly controlToken: string
}

export interface CommandResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export interface GuestClientOptions {
  /** Milliseconds that a call may take. */
  readonly callMs?: number
  /** Ends every call, and fails it. */
  readonly signal?: AbortSignal
}

const callMsMax = 30_000
const outputCharactersMax = 1024 * 1024
/** Bytes of a file that is read. */
const fileBytesMax = 16 * 1024 * 1024

export class GuestClient {
  readonly #connections: GuestConnections
  readonly #process
  readonly #filesystem
  readonly #tokenHeader: Readonly<Record<string, string>>
  readonly #callMs: number
  readonly #signal: AbortSignal | undefined

  /** `tokens`: absent for a sandbox that was never claimed. */
  constructor(
    address: string,
    tokens?: GuestTokens,
    { callMs = callMsMax, signal }: GuestClientOptions = {},
  ) {
    this.#callMs = callMs
    this.#signal = signal
    this.#tokenHeader = tokens === undefined ? {} : { [headerNames.accessToken]: tokens.accessToken }
    const controlToken = tokens?.controlToken
    this.#connections = new GuestConnections(address, { controlToken })
    const transport = this.#connections.transport(false)
    this.#process = createClient(Process, transport)
    this.#filesystem = createClient(Filesystem, transport)
  }

  /** Runs a command in a login shell, as the official client does. */
  async runCommand(user: string, command: string): Promise<CommandResult> {
    const decoder = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    const result = { exitCode: -1, stdout: '', stderr: '' }
    const request = { process: { cmd: '/bin/bash', args: ['-l', '-c', command] }, stdin: false }
    for await (const { event } of this.#process.start(request, this.#callOptions(user))) {
      const part = event?.event
      if (part?.case === 'end') result.exitCode = part.value.exitCode
      if (part?.case !== 'data') continue
      const { case: stream, value } = part.value.output
      if (stream !== 'stdout' && stream !== 'stderr') continue
      result[stream] += decoder[stream].decode(value, { stream: true })
      if (result[stream].length > outputCharactersMax)
        throw new Error(`the command wrote too much to ${stream}`)
    }
    return result
  }

  /** Starts a command in a login shell, which keeps running when the connection is closed. */
  async launch(user: string, command: string): Promise<void> {
    const left = new AbortController()
    const request = { process: { cmd: '/bin/bash', args: ['-l', '-c', command] }, stdin: false }
    // Without a timeout in the call, with which the daemon would end the command.
    const { headers } = this.#callOptions(user)
    const ends = [left.signal, AbortSignal.timeout(this.#callMs)]
    const signal = AbortSignal.any(this.#signal === undefined ? ends : [...ends, this.#signal])
    for await (const { event } of this.#process.start(request, { headers, signal }))
      if (event?.event.case === 'start') break
    left.abort()
  }

  async writeFile(user: string, path: string, content: string): Promise<void> {
    await this.#callFiles('POST', { username: user, path }, content)
  }

  async readFile(user: string, path: string): Promise<string> {
    return await this.#callFiles('GET', { username: user, path })
  }

  /** Makes every filesystem call once, in a directory that is removed afterwards. */
  async exerciseFiles(user: string, directory: string): Promise<void> {
    const options = this.#callOptions(user)
    await this.#filesystem.makeDir({ path: directory }, options)
    await this.#filesystem.stat({ path: directory }, options)
    await this.#filesystem.listDir({ path: directory, depth: 1 }, options)
    await this.#filesystem.move({ source: directory, destination: `${directory}-moved` }, options)
    await this.#filesystem.remove({ path: `${directory}-moved` }, options)
  }

  /** Resets every connection: a checkpoint must find none. */
  close(): void {
    this.#connections.reset()
  }

  async #callFiles(method: 'GET' | 'POST', query: Record<string, string>, body?: string): Promise<string> {
    const type = body === undefined ? {} : { 'content-type': 'application/octet-stream' }
    const answer = await this.#connections.send({
      ...{ method, path: `/files?${new URLSearchParams(query)}`, headers: { ...this.#tokenHeader, ...type } },
      ...(body === undefined ? {} : { body }),
      ...{ totalMs: this.#callMs, answerBytesMax: fileBytesMax, signal: this.#signal },
    })
    const text = await answer.text()
    if (answer.status === 200) return text
    throw new Error(`envd responded to ${method} /files with ${answer.status}: ${text.slice(0, 500)}`)
  }

  #callOptions(user: string) {
    const credential = Buffer.from(`${user}:`).toString('base64')
    const headers = { authorization: `Basic ${credential}`, ...this.#tokenHeader }
    const ends = this.#signal === undefined ? {} : { signal: this.#signal }
    return { headers, timeoutMs: this.#callMs, ...ends }
  }
}

/** Calls the daemon of a build's sandbox, as a client does, and as the node where only the node may. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { limits } from '@cay/contract/limits.ts'
import { headers as headerNames } from '@cay/contract/names.ts'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { BuildFailure } from '../../ports/build-spec.ts'
import type {
  BuildGuestAccess,
  BuildGuestClient,
  CommandEnd,
  GuestCommand,
  OnOutput,
  RunningCommand,
} from '../../ports/template-build.ts'
import { exportChanges } from '../sandbox/guest-changes.ts'
import { ResettableAgent } from '../sandbox/resettable-agent.ts'
import { failWhenUnresponsive, probeEveryMs, probeMsMax } from './liveness-probe.ts'

/** Where the step program lies in a sandbox: in memory, so that it never gets into a template. */
const stepProgramPath = '/run/cay-steps.mjs'
const daemonDirectory = '/.cay'

/** Milliseconds for a file or an export of any size. */
const transferMsMax = 30 * 60_000

export class HttpBuildGuest implements BuildGuestClient {
  readonly #access: BuildGuestAccess
  readonly #origin: string
  readonly #connections = new ResettableAgent()
  readonly #process
  #hasStepProgram = false

  constructor(access: BuildGuestAccess) {
    this.#access = access
    this.#origin = `http://${access.address}:${limits.daemonPort}`
    const transport = createConnectTransport({
      httpVersion: '1.1',
      baseUrl: this.#origin,
      useBinaryFormat: true,
      nodeOptions: { agent: this.#connections.agent },
    })
    this.#process = createClient(Process, transport)
  }

  start(command: GuestCommand, onOutput: OnOutput): RunningCommand {
    const { command: line, user, workdir, variables } = command
    const argv = { cmd: '/bin/bash', args: ['-l', '-c', line] }
    const config = { ...argv, envs: { ...variables }, ...(workdir === undefined ? {} : { cwd: workdir }) }
    return this.#start({ config, user }, onOutput)
  }

  async step(request: object): Promise<{ readonly hasChanged: boolean }> {
    if (!this.#hasStepProgram) await this.upload(stepProgramPath, this.#access.stepProgram)
    this.#hasStepProgram = true
    const output = { stdout: '', stderr: '' }
    const { end } = this.#start({ config: stepCommand(request), user: 'root' }, (stream, piece) => {
      output[stream] = (output[stream] + piece).slice(-outputCharactersMax)
    })
    const { exitCode, status } = await end
    if (exitCode !== 0)
      throw exitCode === impossibleExitCode
        ? new BuildFailure(output.stderr.trim())
        : new Error(`a step's program failed (${status}): ${output.stderr.trim()}`)
    return { hasChanged: (JSON.parse(output.stdout) as { hasChanged: boolean }).hasChanged }
  }

  async upload(path: string, file: string): Promise<void> {
    const query = new URLSearchParams({ path, username: 'root' })
    const { size } = await stat(file)
    const response = await this.#call('POST', `/files?${query}`, {
      file,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    })
    const answer = await text(response)
    if (response.statusCode === 507) throw new BuildFailure('the disk of the sandbox is full')
    if (response.statusCode !== 200)
      throw new Error(`envd responded to an upload with ${response.statusCode}: ${answer.slice(0, 500)}`)
  }

  async exportChanges(outFile: string): Promise<void> {
    const { address, controlToken, rootfs } = this.#access
    const stopped = await exportChanges({ address, controlToken, rootfs, file: outFile })
    stopped.continueProcesses()
  }

  close(): void {
    this.#connections.reset()
  }

  #start({ config, user }: { config: object; user: string }, onOutput: OnOutput): RunningCommand {
    const left = new AbortController()
    const credential = Buffer.from(`${user}:`).toString('base64')
    const headers = {
      authorization: `Basic ${credential}`,
      [headerNames.accessToken]: this.#access.accessToken,
    }
    const events = this.#process.start({ process: config, stdin: true }, { headers, signal: left.signal })
    const over = new AbortController()
    const signal = AbortSignal.any([left.signal, over.signal])
    const silence = failWhenUnresponsive({ isAlive: () => this.#isAlive(), everyMs: probeEveryMs, signal })
    const end = Promise.race([follow(events, onOutput), silence]).finally(() => over.abort())
    end.catch(() => undefined)
    return { end, leave: () => left.abort() }
  }

  /** Uses a connection that is reset with the others. */
  #isAlive(): Promise<boolean> {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(probeMsMax)
      const outgoing = request(`${this.#origin}/health`, { signal, agent: this.#connections.agent })
      outgoing.on('response', (response) => {
        response.resume()
        resolve(true)
      })
      outgoing.on('error', () => resolve(false))
      outgoing.end()
    })
  }

  #call(
    method: string,
    path: string,
    { file, headers }: { file: string; headers: Record<string, string> },
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.#origin}${path}`, {
        method,
        headers: { [headerNames.accessToken]: this.#access.accessToken, ...headers },
        signal: AbortSignal.timeout(transferMsMax),
        agent: this.#connections.agent,
      })
      outgoing.on('response', resolve)
      outgoing.on('error', reject)
      // A response before the end of the file says more than the broken pipe.
      pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), outgoing).catch(() => undefined)
    })
  }
}

const outputCharactersMax = 64 * 1024
/** The exit code of the step program when the request cannot be fulfilled. */
const impossibleExitCode = 65

function stepCommand(request: object) {
  return {
    cmd: `${daemonDirectory}/ld.so`,
    args: [
      '--library-path',
      `${daemonDirectory}/lib`,
      `${daemonDirectory}/node`,
      stepProgramPath,
      JSON.stringify(request),
    ],
    cwd: '/',
  }
}

type Events = ReturnType<ReturnType<typeof createClient<typeof Process>>['start']>

async function follow(events: Events, onOutput: OnOutput): Promise<CommandEnd> {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  try {
    for await (const { event } of events) {
      const part = event?.event
      if (part?.case === 'end') return { exitCode: part.value.exitCode, status: part.value.status }
      if (part?.case !== 'data') continue
      const { case: stream, value } = part.value.output
      if (stream === 'stdout' || stream === 'stderr')
        onOutput(stream, decoders[stream].decode(value, { stream: true }))
    }
  } catch (error) {
    throw refusalOf(error) ?? lossOf(error) ?? error
  }
  throw lost(undefined)
}

/** The error of a connection that was reset or refused. */
function lossOf(error: unknown): BuildFailure | undefined {
  const { code } = ConnectError.from(error)
  return code === Code.Aborted || code === Code.Unavailable ? lost(error) : undefined
}

/** Only the end of the build ends a sandbox with a running step, and that has its own reasons. */
function lost(cause: unknown): BuildFailure {
  const words = 'the sandbox ended before the command did: it may have too little memory'
  return new BuildFailure(words, { cause })
}

/** The message for the user when a command cannot be started. */
function refusalOf(error: unknown): BuildFailure | undefined {
  const foreign = ConnectError.from(error)
  const names: Partial<Record<Code, string>> = {
    [Code.Unauthenticated]: 'unauthenticated',
    [Code.InvalidArgument]: 'invalid_argument',
    [Code.NotFound]: 'not_found',
    [Code.FailedPrecondition]: 'failed_precondition',
  }
  const name = names[foreign.code]
  return name === undefined
    ? undefined
    : new BuildFailure(`command failed: ${name}: ${foreign.rawMessage}`, { cause: error })
}

/** Calls the daemon of a build's sandbox, as a client does, and as the node where only the node may. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { headers as headerNames } from '@cay/contract/names.ts'
import { exportBytesMax } from '@cay/core/sandbox/export-bounds.ts'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { BuildFailure } from '../../ports/build-spec.ts'
import type {
  BuildGuestAccess,
  BuildGuestClient,
  CommandEnd,
  GuestCommand,
  OnOutput,
  RunningCommand,
} from '../../ports/template-build.ts'
import { GuestConnections } from '../guest/guest-connections.ts'
import { exportChanges } from '../sandbox/guest-changes.ts'
import { failWhenUnresponsive, probeEveryMs, probeMsMax } from './liveness-probe.ts'

/** Where the step program lies in a sandbox: in memory, so that it never gets into a template. */
const stepProgramPath = '/run/cay-steps.mjs'
const daemonDirectory = '/.cay'

/** Milliseconds for a file or an export of any size. */
const transferMsMax = 30 * 60_000
/** Bytes of the response to an upload or a probe. */
const answerBytesMax = 4096

export class HttpBuildGuest implements BuildGuestClient {
  readonly #access: BuildGuestAccess
  readonly #roomBytes: () => Promise<number>
  readonly #connections: GuestConnections
  readonly #process
  #hasStepProgram = false

  /** `roomBytes`: free bytes of the node's disk beyond its reserve. */
  constructor(access: BuildGuestAccess, roomBytes: () => Promise<number>) {
    this.#access = access
    this.#roomBytes = roomBytes
    const { address, controlToken } = access
    this.#connections = new GuestConnections(address, { controlToken })
    this.#process = createClient(Process, this.#connections.transport(true))
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
    const answer = await this.#connections.send({
      ...{ method: 'POST', path: `/files?${query}` },
      headers: {
        [headerNames.accessToken]: this.#access.accessToken,
        'content-type': 'application/octet-stream',
        'content-length': String(size),
      },
      body: createReadStream(file, { highWaterMark: 1024 * 1024 }),
      ...{ totalMs: transferMsMax, answerBytesMax, signal: this.#access.signal },
    })
    const text = await answer.text()
    if (answer.status === 507) throw new BuildFailure('the disk of the sandbox is full')
    if (answer.status !== 200)
      throw new Error(`envd responded to an upload with ${answer.status}: ${text.slice(0, 500)}`)
  }

  async exportChanges(outFile: string): Promise<void> {
    const { address, controlToken, rootfs, diskSizeMb, signal } = this.#access
    const bounds = { bytesMax: exportBytesMax(diskSizeMb), roomBytes: this.#roomBytes }
    const stopped = await exportChanges({ address, controlToken, rootfs, file: outFile, signal, ...bounds })
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
    const called = AbortSignal.any([left.signal, this.#access.signal])
    const events = this.#process.start({ process: config, stdin: true }, { headers, signal: called })
    const over = new AbortController()
    const signal = AbortSignal.any([called, over.signal])
    const silence = failWhenUnresponsive({ isAlive: () => this.#isAlive(), everyMs: probeEveryMs, signal })
    const end = Promise.race([follow(events, onOutput), silence]).finally(() => over.abort())
    end.catch(() => left.abort())
    return { end, leave: () => left.abort() }
  }

  /** Uses a connection that is reset with the others. */
  async #isAlive(): Promise<boolean> {
    try {
      const asked = { method: 'GET', path: '/health', totalMs: probeMsMax, answerBytesMax } as const
      const { signal } = this.#access
      await (await this.#connections.send({ ...asked, signal })).text()
      return true
    } catch {
      // It is asked again.
      return false
    }
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

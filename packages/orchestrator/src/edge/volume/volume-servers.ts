/**
 * One process for each volume whose content is asked for, which serves it on a local socket and ends when nobody asks any
 * more.
 */
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@cay/core/errors.ts'
import { forwardRequest } from '@cay/kit/flow/forward-request.ts'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import { type Program, startProgram } from '@cay/kit/host/program.ts'
import type { Logger } from '@cay/kit/log.ts'
import { volumesMountPoint } from '../../dialect/container/volume-mounts.ts'
import { volumeServerArguments } from '../../dialect/volume-server.ts'
import type { Volumes } from '../../ports/volume.ts'

const file = fileURLToPath(new URL('../../serve-volume.ts', import.meta.url))
const startMsMax = 10_000

export interface VolumeServersOptions {
  readonly volumes: Volumes
  /** In the names of the sockets: several installations share their directory. */
  readonly installation: number
  readonly log: Logger
}

export class VolumeServers {
  readonly #options: VolumeServersOptions
  readonly #running = new Map<string, Program>()
  readonly #starts = new SerialQueue()

  constructor(options: VolumeServersOptions) {
    this.#options = options
  }

  /** Passes a request on to the process of the volume. Throws ServiceError `not_found`. */
  async forward(volumeId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const socketPath = await this.#starts.run(volumeId, () => this.#ensure(volumeId))
    await forwardRequest({ socketPath, headers: request.headers }, request, response).catch(
      (cause: unknown) => {
        throw new ServiceError('node_unavailable', 'the server of the volume ended', { cause })
      },
    )
  }

  /** Ends the process of one volume, or of all. */
  async stop(volumeId?: string): Promise<void> {
    const ids = volumeId === undefined ? [...this.#running.keys()] : [volumeId]
    for (const id of ids) {
      const program = this.#running.get(id)
      program?.kill('SIGKILL')
      await program?.ended
    }
  }

  async #ensure(volumeId: string): Promise<string> {
    const socket = `${volumesMountPoint}/${this.#options.installation}-${volumeId}.sock`
    if (this.#running.has(volumeId)) return socket
    const root = await this.#options.volumes.open(volumeId)
    await mkdir(volumesMountPoint, { recursive: true, mode: 0o755 })
    await rm(socket, { force: true })
    const argv = volumeServerArguments({ nodeProgram: process.execPath, file, socket, root })
    const program = await startProgram({ argv, takesInput: false, isHeard: true })
    this.#running.set(volumeId, program)
    void program.ended.then(() => {
      this.#running.delete(volumeId)
      return rm(socket, { force: true })
    })
    program.stderr?.on('data', (text: Buffer) => this.#tell(volumeId, text))
    await untilReady(program)
    return socket
  }

  #tell(volumeID: string, text: Buffer): void {
    this.#options.log.warn(
      { event: 'volume.server.output', volumeID, output: text.toString('utf8').trim() },
      'the server of a volume wrote to its standard error',
    )
  }
}

function untilReady(program: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail('it was not ready in time'), startMsMax)
    const fail = (why: string) => {
      clearTimeout(late)
      program.kill('SIGKILL')
      reject(new ServiceError('internal', 'the server of the volume did not start', { cause: why }))
    }
    program.stdout?.once('data', () => {
      clearTimeout(late)
      resolve()
    })
    void program.ended.then((end) => fail(`it ended with ${end.exitCode ?? end.signal}`))
  })
}

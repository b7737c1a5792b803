/** Starts the process that serves the content of one volume. It ends with this one, whose end closes its standard input. */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '@cay/core/errors.ts'
import { type Program, startProgram } from '@cay/kit/host/program.ts'
import type { Logger } from '@cay/kit/log.ts'
import { volumesMountPoint } from '../../dialect/container/volume-mounts.ts'
import { notMountedStatus, volumeServerArguments } from '../../dialect/volume-server.ts'
import type { Volumes } from '../../ports/volume.ts'
import type { VolumeServer } from './volume-servers.ts'

const file = fileURLToPath(new URL('../../serve-volume.ts', import.meta.url))
/** Requests wait for less, and one that is ready later serves the next of them. */
const startMsMax = 60_000

export interface VolumeServerParts {
  readonly volumes: Volumes
  /** In the names of the sockets: several installations share their directory. */
  readonly installation: number
  readonly log: Logger
}

/**
 * Resolves when it listens. Throws ServiceError `not_found`, and `node_unavailable` for one that does not start, also because the
 * volume was unmounted meanwhile.
 */
export async function startVolumeServer(
  { volumes, installation, log }: VolumeServerParts,
  volumeID: string,
): Promise<VolumeServer> {
  const socketPath = `${volumesMountPoint}/${installation}-${volumeID}.sock`
  const root = await volumes.open(volumeID)
  await mkdir(volumesMountPoint, { recursive: true, mode: 0o755 })
  await rm(socketPath, { force: true })
  const argv = volumeServerArguments({ nodeProgram: process.execPath, file, socket: socketPath, root })
  const program = await startProgram({ argv, takesInput: true, isHeard: true })
  program.stderr?.on('data', (text: Buffer) => {
    log.warn(
      { event: 'volume.server.output', volumeID, output: text.toString('utf8').trim() },
      'the server of a volume wrote to its standard error',
    )
  })
  const ended = program.ended.then(async () => {
    program.stdin?.destroy()
    await rm(socketPath, { force: true })
  })
  await untilReady(program)
  return { socketPath, ended, kill: () => program.kill('SIGKILL') }
}

function untilReady(program: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => fail('it was not ready in time'), startMsMax)
    const stop = (error: ServiceError) => {
      clearTimeout(late)
      program.kill('SIGKILL')
      reject(error)
    }
    const fail = (why: string) =>
      stop(new ServiceError('node_unavailable', 'the server of the volume did not start', { cause: why }))
    program.stdout?.once('data', () => {
      clearTimeout(late)
      resolve()
    })
    void program.ended.then(({ exitCode, signal }) => {
      if (exitCode === notMountedStatus) stop(unmounted())
      else fail(`it ended with ${exitCode ?? signal}`)
    })
  })
}

const unmounted = () =>
  new ServiceError('node_unavailable', 'the volume was unmounted when its server started: try again')

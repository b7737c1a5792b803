/** Looks at the disk of the volumes, and refuses writes into all of them while its reserve would be used. */
import { isBrakeOn, pollAfterMs } from '@cay/core/volume/disk-brake.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Volumes } from '../../ports/volume.ts'

export interface DiskGuardDeps {
  readonly volumes: Pick<Volumes, 'roomBytes' | 'setBrake'>
  readonly log: Logger
}

/** While the disk cannot be looked at. */
const retryMs = 1000

export class DiskGuard {
  readonly #deps: DiskGuardDeps
  /** Undefined: a service that was killed may have left it on. */
  #isOn: boolean | undefined
  #hasFailed = false

  constructor(deps: DiskGuardDeps) {
    this.#deps = deps
  }

  /** Resolves with the milliseconds until the next call. */
  async check(): Promise<number> {
    try {
      const roomBytes = await this.#deps.volumes.roomBytes()
      await this.#apply(isBrakeOn(roomBytes, this.#isOn === true), roomBytes)
      this.#hasFailed = false
      return pollAfterMs(roomBytes)
    } catch (err) {
      if (!this.#hasFailed)
        this.#deps.log.warn(
          { event: 'volume.disk.unknown', err },
          'failed to look at the disk of the volumes',
        )
      this.#hasFailed = true
      return retryMs
    }
  }

  /** Also while it is on already: volumes are mounted in the meantime. */
  async #apply(isOn: boolean, roomBytes: number): Promise<void> {
    if (!isOn && this.#isOn === false) return
    await this.#deps.volumes.setBrake(isOn)
    const { log } = this.#deps
    if (isOn && this.#isOn !== true)
      log.error({ event: 'volume.disk.full', roomBytes }, 'the disk of the volumes is full: refusing writes')
    if (!isOn && this.#isOn === true)
      log.info({ event: 'volume.disk.freed', roomBytes }, 'the disk of the volumes has room: allowing writes')
    this.#isOn = isOn
  }
}

/** Returns what ends it. */
export function startDiskGuard(deps: DiskGuardDeps): () => void {
  const guard = new DiskGuard(deps)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const goOn = async () => {
    const waitMs = await guard.check()
    if (!isStopped) timer = setTimeout(() => void goOn(), waitMs).unref()
  }
  void goOn()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

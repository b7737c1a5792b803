/**
 * Detects that the process that serves the volumes of a sandbox has ended: they give I/O errors from then on. The log of the
 * sandbox says so, which goes on, because whatever it has on its own disk can be saved by a pause without memory.
 */
import { volumesLostLine } from '@cay/core/logs/life-lines.ts'
import type { Logger } from '@cay/kit/log.ts'
import type { Runtime } from '../../ports/container.ts'
import type { LogCollector } from '../logs/log-collector.ts'
import type { LiveRecord, SandboxRegistry } from '../sandbox/sandbox-registry.ts'

/** Milliseconds between polls, by which the line in the log may be late. */
export const fileServerPollEveryMs = 2_000

export interface FileServerWatcherParts {
  readonly registry: SandboxRegistry
  readonly runtime: Pick<Runtime, 'hasFileServer' | 'isAlive'>
  readonly logs: Pick<LogCollector, 'add'>
  readonly log: Logger
}

export class FileServerWatcher {
  readonly #parts: FileServerWatcherParts
  /** Containers whose loss was reported. */
  #lost = new Set<string>()
  #isPolling = false

  constructor(parts: FileServerWatcherParts) {
    this.#parts = parts
  }

  /** Never rejects. A poll that would begin before the last one ended is skipped. */
  async poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      const lost = new Set<string>()
      for (const { record } of this.#parts.registry.runningViews()) {
        if (!(await this.#hasLost(record))) continue
        lost.add(record.container.id)
        if (!this.#lost.has(record.container.id)) this.#report(record)
      }
      this.#lost = lost
    } catch (error) {
      this.#parts.log.warn(
        { event: 'volume.poll.failed', err: error },
        'failed to check the processes that serve volumes to sandboxes',
      )
    } finally {
      this.#isPolling = false
    }
  }

  async #hasLost({ container, process }: LiveRecord): Promise<boolean> {
    const { runtime } = this.#parts
    if (container.volumes?.some((volumeId) => volumeId !== null) !== true) return false
    if (await runtime.hasFileServer(container)) return false
    // That of a sandbox that is being ended has ended too.
    return process !== undefined && runtime.isAlive(process)
  }

  #report({ claim: { sandboxId }, container }: LiveRecord): void {
    const { logs, log } = this.#parts
    logs.add(sandboxId, [volumesLostLine()])
    log.warn(
      { event: 'sandbox.volumes.lost', sandboxID: sandboxId, containerID: container.id },
      'the process that serves the volumes of a sandbox ended; they give I/O errors',
    )
  }
}

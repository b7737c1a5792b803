/** The status that an operator set the node to. It survives restarts of the service. */
import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import type { Clock } from '../../ports/host.ts'
import type { StatusFile, StoredStatus } from '../../ports/machine.ts'

export class NodeStatusStore {
  readonly #file: StatusFile
  readonly #clock: Clock
  #kept: StoredStatus

  /** `kept` is the content of the file. */
  constructor({ file, clock, kept }: { file: StatusFile; clock: Clock; kept: StoredStatus | undefined }) {
    this.#file = file
    this.#clock = clock
    this.#kept = kept ?? { status: 'ready', changedAtMs: clock.nowMs() }
  }

  get status(): SettableStatus {
    return this.#kept.status
  }

  get changedAtMs(): number {
    return this.#kept.changedAtMs
  }

  /** The status is durable when this resolves. Setting the current status changes nothing. */
  async set(status: SettableStatus): Promise<void> {
    if (status === this.#kept.status) return
    const kept = { status, changedAtMs: this.#clock.nowMs() }
    await this.#file.write(kept)
    this.#kept = kept
  }
}

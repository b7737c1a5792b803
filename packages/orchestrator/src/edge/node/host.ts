import { randomBytes } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { wakeReserveBytes } from '@cay/core/swap/swap-device.ts'
import type { Host, HostCapacity } from '../../ports/host.ts'
import type { Swap } from '../../ports/swap.ts'

export class LinuxHost implements Host {
  readonly #dataDir: string
  readonly #swap: Pick<Swap, 'room'> | undefined

  /** `swap`: the device with memory that sandboxes will swap in again. */
  constructor(dataDir: string, swap?: Pick<Swap, 'room'>) {
    this.#dataDir = dataDir
    this.#swap = swap
  }

  async room(): Promise<HostCapacity> {
    const [meminfo, disk, swap] = await Promise.all([
      readFile('/proc/meminfo', 'utf8'),
      statfs(this.#dataDir),
      this.#swap?.room(),
    ])
    const availableBytes = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1] ?? 0) * 1024
    // The kernel already counts the compressed memory of the swap device as used.
    const freeBytes = availableBytes - wakeReserveBytes(swap?.usedBytes ?? 0)
    return {
      memoryAvailableMb: Math.max(0, Math.floor(freeBytes / 2 ** 20)),
      diskAvailableMb: Math.floor((disk.bavail * disk.bsize) / 2 ** 20),
    }
  }

  randomHex(bytes: number): string {
    return randomBytes(bytes).toString('hex')
  }
}

import { randomBytes } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import type { Host, HostRoom } from '../ports/host.ts'

export class LinuxHost implements Host {
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  async room(): Promise<HostRoom> {
    const [meminfo, disk] = await Promise.all([readFile('/proc/meminfo', 'utf8'), statfs(this.#dataDir)])
    const availableKb = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1] ?? 0)
    return {
      memoryAvailableMb: Math.floor(availableKb / 1024),
      diskAvailableMb: Math.floor((disk.bavail * disk.bsize) / 2 ** 20),
    }
  }

  randomHex(bytes: number): string {
    return randomBytes(bytes).toString('hex')
  }
}

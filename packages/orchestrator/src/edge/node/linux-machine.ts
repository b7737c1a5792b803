/** Facts and usage of the machine, from the kernel. */
import { readFile, statfs } from 'node:fs/promises'
import { arch, availableParallelism, cpus, uptime } from 'node:os'
import { mountOf, parseCpuFacts, parseMemoryUse } from '../../dialect/node/machine-files.ts'
import type { DiskUse, Machine, MachineFacts, MachineUsage } from '../../ports/machine.ts'

/** Minimum milliseconds between two samples of processor times: a shorter interval is too noisy. */
const cpuWindowMs = 5_000

interface CpuTimes {
  readonly atMs: number
  readonly busy: number
  readonly all: number
}

export class LinuxMachine implements Machine {
  readonly #dataDir: string
  #from: CpuTimes = readCpuTimes()
  #cpuPercent: number | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  async facts(): Promise<MachineFacts> {
    return { ...parseCpuFacts(await readFile('/proc/cpuinfo', 'utf8')), cpuArchitecture: arch() }
  }

  async usage(): Promise<MachineUsage> {
    const [meminfo, disk] = await Promise.all([readFile('/proc/meminfo', 'utf8'), this.#disk()])
    return {
      cpuPercent: this.#cpu(),
      cpuCount: availableParallelism(),
      memory: parseMemoryUse(meminfo),
      disks: [disk],
    }
  }

  bootedAtMs(): number {
    return Date.now() - uptime() * 1000
  }

  /** Usage since the sample before, which frequent callers share. */
  #cpu(): number {
    const now = readCpuTimes()
    if (this.#cpuPercent === undefined || now.atMs - this.#from.atMs >= cpuWindowMs) {
      const passed = now.all - this.#from.all
      this.#cpuPercent = passed <= 0 ? 0 : ((now.busy - this.#from.busy) / passed) * 100
      this.#from = now
    }
    return this.#cpuPercent
  }

  async #disk(): Promise<DiskUse> {
    const [mountinfo, { blocks, bfree, bsize }] = await Promise.all([
      readFile('/proc/self/mountinfo', 'utf8'),
      statfs(this.#dataDir),
    ])
    return {
      ...mountOf(this.#dataDir, mountinfo),
      usedBytes: (blocks - bfree) * bsize,
      totalBytes: blocks * bsize,
    }
  }
}

function readCpuTimes(): CpuTimes {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (pick: (time: (typeof times)[number]) => number) =>
    times.reduce((total, time) => total + pick(time), 0)
  const all = sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq)
  return { atMs: performance.now(), all, busy: all - sum(({ idle }) => idle) }
}

/** Parses files of /proc into facts and usage of the machine. */

import { type Mount, parseMounts } from '@cay/kit/host/mountinfo.ts'
import type { DiskUse, MachineFacts, MemoryUse } from '../../ports/machine.ts'

/** The first processor's: all are alike, or nothing here tells them apart. Not every machine says all of it. */
export function parseCpuFacts(cpuinfo: string): Omit<MachineFacts, 'cpuArchitecture'> {
  const fieldOf = (...names: string[]) =>
    names.map((name) => new RegExp(`^${name}\\s*:\\s*(.*)$`, 'm').exec(cpuinfo)?.[1]?.trim()).find(Boolean) ??
    ''
  return {
    cpuFamily: fieldOf('cpu family', 'CPU architecture'),
    cpuModel: fieldOf('model', 'CPU part'),
    cpuModelName: fieldOf('model name', 'Hardware'),
  }
}

export function parseMemoryUse(meminfo: string): MemoryUse {
  const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(meminfo)?.[1] ?? 0)
  const totalBytes = numberOf('MemTotal') * 1024
  const hugePages = numberOf('HugePages_Total')
  return {
    totalBytes,
    usedBytes: totalBytes - numberOf('MemAvailable') * 1024,
    hugePages: {
      total: hugePages,
      used: hugePages - numberOf('HugePages_Free'),
      reserved: numberOf('HugePages_Rsvd'),
    },
    hugePageBytes: numberOf('Hugepagesize') * 1024,
  }
}

/** The mount that a path lies on: the last of the longest, since later ones hide earlier ones. */
export function mountOf(path: string, mountinfo: string): Omit<DiskUse, 'usedBytes' | 'totalBytes'> {
  const holds = ({ mountPoint }: Mount) =>
    mountPoint === '/' || path === mountPoint || path.startsWith(`${mountPoint}/`)
  const found = parseMounts(mountinfo)
    .filter(holds)
    .reduce<Mount | undefined>(
      (best, mount) =>
        best !== undefined && best.mountPoint.length > mount.mountPoint.length ? best : mount,
      undefined,
    )
  return found ?? { mountPoint: '', device: '', filesystemType: '' }
}

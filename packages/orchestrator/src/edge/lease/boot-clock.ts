import { readFile } from 'node:fs/promises'
import { bootTimeMs } from '@cay/kit/host/boot-time.ts'
import type { BootClock } from '../../ports/lease.ts'

export async function openBootClock(): Promise<BootClock> {
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  return { bootId, nowMs: bootTimeMs }
}

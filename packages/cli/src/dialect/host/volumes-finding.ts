/** Whether the file system of CAY_VOLUMES_DIR keeps what volumes rely on. Pure. */
import { formatBytes } from '../output/format-bytes.ts'
import type { VolumesFacts } from './host-facts.ts'

export interface VolumesFinding {
  readonly status: 'ok' | 'warning' | 'problem'
  readonly message: string
  readonly remedy?: string
}

const remedy = 'use a POSIX file system, or unset CAY_VOLUMES_DIR'

/** What volumes do without; a volume would be damaged where one of these fails. */
const needed = {
  rename: 'a rename does not replace a file',
  fsync: 'fsync fails',
  locks: 'a lock does not keep others out',
} as const

const remedyBetween =
  'use a file system whose locks all machines see: NFS 4 mounted without nolock and local_lock, or CephFS'

export function evaluateVolumes({ path, freeBytes, promises, between }: VolumesFacts): VolumesFinding {
  if (promises === undefined)
    return {
      status: 'problem',
      message: `CAY_VOLUMES_DIR: ${path} cannot be written into`,
      remedy: 'create it, mount what belongs there, or unset CAY_VOLUMES_DIR',
    }
  const broken = Object.entries(needed).flatMap(([name, words]) =>
    promises[name as keyof typeof needed] ? [] : [words],
  )
  if (broken.length > 0)
    return { status: 'problem', message: `CAY_VOLUMES_DIR: in ${path} ${broken.join(', ')}`, remedy }
  if (between.broken.length > 0)
    return {
      status: 'problem',
      message: `CAY_VOLUMES_DIR: in ${path} the lock of ${between.broken.join(', ')} does not keep this machine out`,
      remedy: remedyBetween,
    }
  const others =
    between.held.length === 0 ? '' : `; locks hold between this machine and ${between.held.join(', ')}`
  const room = `${formatBytes(freeBytes)} free in ${path}${others}`
  if (promises.sparse) return { status: 'ok', message: room }
  return {
    status: 'warning',
    message: `${room}, where files have no holes: each volume takes its whole size`,
    remedy: 'use a file system with sparse files, or small volumes',
  }
}

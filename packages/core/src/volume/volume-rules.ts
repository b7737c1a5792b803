/** Names, sizes and mount points of volumes. */
import { ServiceError } from '../errors.ts'

export const volumeBounds = {
  /** Maximum number per team. */
  countMax: 100,
  nameLengthMax: 250,
  sizeMbDefault: 10_240,
  sizeMbMin: 64,
  sizeMbMax: 1_048_576,
  mountsMax: 32,
} as const

/** Throws request_invalid. */
export function checkVolumeName(name: string): void {
  if (/^[a-zA-Z0-9_-]+$/.test(name) && name.length <= volumeBounds.nameLengthMax) return
  throw new ServiceError(
    'request_invalid',
    `a volume name has 1 to ${volumeBounds.nameLengthMax} of the characters a-z, A-Z, 0-9, _ and -`,
  )
}

/** Throws request_invalid. */
export function checkVolumeId(volumeId: string): void {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(volumeId)) return
  throw new ServiceError('request_invalid', 'a volume id is a UUID')
}

export interface MountRequest {
  readonly name: string
  readonly path: string
}

/**
 * One request_invalid that names every mount that is wrong; `volumes` are the names that exist. Undefined: all are right.
 */
export function checkMounts(
  mounts: readonly MountRequest[],
  volumes: ReadonlySet<string>,
): ServiceError | undefined {
  if (mounts.length > volumeBounds.mountsMax)
    return new ServiceError('request_invalid', `volumeMounts: at most ${volumeBounds.mountsMax} volumes`)
  const faults = mounts.flatMap((mount, index) => {
    const fault = faultOf(mount, mounts.slice(0, index), volumes)
    return fault === undefined ? [] : [`- volume mount #${index}: ${fault}`]
  })
  if (faults.length === 0) return undefined
  return new ServiceError('request_invalid', ['invalid volume mounts:', ...faults].join('\n'))
}

function faultOf(
  { name, path }: MountRequest,
  before: readonly MountRequest[],
  volumes: ReadonlySet<string>,
): string | undefined {
  if (!volumes.has(name)) return `volume '${name}' not found`
  if (!isCleanPath(path)) return `path '${path}' must be absolute and clean`
  if (isReserved(path)) return `path '${path}' is reserved`
  if (before.some((other) => other.path === path)) return `path '${path}' is used twice`
  if (before.some((other) => other.name === name)) return `volume '${name}' is mounted twice`
  return undefined
}

const pathLengthMax = 4000

function isCleanPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\0') || path.length > pathLengthMax) return false
  return path
    .slice(1)
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.length <= 255)
}

/** What the sandbox itself runs on. */
const reserved = new Set(['proc', 'sys', 'dev', 'run', '.cay'])

function isReserved(path: string): boolean {
  return reserved.has(path.split('/')[1] ?? '')
}

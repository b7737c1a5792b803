/** The orchestrator's settings; the only reader of its environment. */
import { totalmem } from 'node:os'
import type { SegmentBounds } from '@cay/core/logs/segments.ts'
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import type { PoolBounds } from '@cay/core/pool/plan.ts'
import type { CreatedBounds } from '@cay/core/pool/plan-created.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import type { BuildBounds } from './app/template-build/builds.ts'
import type { RegistryRules } from './dialect/template-build/image-tool.ts'
import type { RegistryLoginOptions } from './edge/template-build/registry-login.ts'

export interface OrchestratorSettings {
  readonly pool: PoolBounds
  readonly created: CreatedBounds
  /** Milliseconds for which a sandbox must have been idle before it is frozen; 0 disables freezing. */
  readonly freezeAfterMs: number
  /** Whether the memory of frozen sandboxes is swapped out. */
  readonly swapsFrozen: boolean
  readonly bounds: NodeBounds
  /** Where volumes lie; undefined: below the data directory. */
  readonly volumesDirectory: string | undefined
  /** Limits of sandbox logs. */
  readonly logs: SegmentBounds
  readonly builds: BuildSettings
  /** Where the node's proxy serves those of other nodes; only used in a cluster. */
  readonly edge: EdgeSettings
  /** Undefined: everything is on this node alone. */
  readonly objectStore: ObjectStoreSettings | undefined
}

export interface EdgeSettings {
  readonly bind: string
  readonly port: number
}

export interface ObjectStoreSettings {
  /** Of a store that is a directory. */
  readonly directory: string | undefined
  /** Authorities in PEM that are trusted for the store. */
  readonly certificates: readonly string[]
  /** Nobody waits for the object store. */
  readonly isDeferred: boolean
  /** Of what it has as well, on the disk of this node. Undefined: as much as the disk allows. */
  readonly cacheBytesMax: number | undefined
}

export interface BuildSettings {
  readonly bounds: BuildBounds
  readonly registries: RegistryRules
  readonly logins: RegistryLoginOptions
  /** Maximum size of the build cache in bytes. */
  readonly keptBytesMax: number
}

export function readOrchestratorSettings(env: Environment): OrchestratorSettings {
  const pool = readPoolBounds(env)
  return {
    pool,
    created: readCreatedBounds(env, pool),
    freezeAfterMs: readSetting(env, 'CAY_FREEZE_AFTER_SECONDS') * 1000,
    swapsFrozen: readSetting(env, 'CAY_SWAP_FROZEN') === 'zram',
    volumesDirectory: readSetting(env, 'CAY_VOLUMES_DIR'),
    logs: readLogBounds(env),
    builds: readBuildSettings(env),
    edge: { bind: readSetting(env, 'CAY_EDGE_BIND'), port: readSetting(env, 'CAY_EDGE_PORT') },
    objectStore: readObjectStore(env),
    bounds: {
      sandboxesMax: readSetting(env, 'CAY_MAX_SANDBOXES'),
      memoryReserveMb: readSetting(env, 'CAY_MEMORY_RESERVE_MB'),
      diskReserveMb: readSetting(env, 'CAY_DISK_RESERVE_MB'),
      frozenCopiesMax: readSetting(env, 'CAY_MAX_FROZEN_COPIES'),
    },
  }
}

const bytesPerMb = 1024 * 1024
const msPerHour = 3_600_000

function readLogBounds(env: Environment): SegmentBounds {
  return {
    sandboxBytesMax: readSetting(env, 'CAY_LOG_SANDBOX_MB') * bytesPerMb,
    totalBytesMax: readSetting(env, 'CAY_LOG_TOTAL_MB') * bytesPerMb,
    keptMs: readSetting(env, 'CAY_LOG_HOURS') * msPerHour,
  }
}

/** The default share of the machine's memory for the pool. */
const poolMemoryShare = 1 / 8

function readPoolBounds(env: Environment): PoolBounds {
  const sizeMin = readSetting(env, 'CAY_POOL_SIZE')
  const countMax = readSetting(env, 'CAY_POOL_MAX')
  const memoryMbMax =
    readSetting(env, 'CAY_POOL_MEMORY_MB') ?? Math.floor((totalmem() / 2 ** 20) * poolMemoryShare)
  // A pool size of 0 disables the pool, whatever the demand is.
  return { sizeMin, countMax: sizeMin === 0 ? 0 : countMax, memoryMbMax }
}

/** Containers that are created ahead at rest, and at most after a burst. */
const createdSizes = { atRest: 8, max: 64 } as const

function readCreatedBounds(env: Environment, pool: PoolBounds): CreatedBounds {
  // Without a pool no containers are created ahead, unless the setting says so.
  const fallback = pool.countMax === 0 ? 0 : createdSizes.atRest
  const sizeMin = readSetting(env, 'CAY_POOL_CREATED') ?? fallback
  return { sizeMin, sizeMax: sizeMin === 0 ? 0 : createdSizes.max, memoryMbMax: pool.memoryMbMax }
}

function readBuildSettings(env: Environment): BuildSettings {
  return {
    bounds: {
      atOnceMax: readSetting(env, 'CAY_BUILDS_AT_ONCE'),
      secondsMax: readSetting(env, 'CAY_BUILD_TIMEOUT_SECONDS'),
    },
    registries: {
      plain: new Set(readSetting(env, 'CAY_PLAIN_REGISTRIES')),
      privates: new Set(readSetting(env, 'CAY_PRIVATE_REGISTRIES')),
      mirrors: new Map(readSetting(env, 'CAY_REGISTRY_MIRRORS')),
      authorities: readSetting(env, 'CAY_REGISTRY_CA_FILE'),
    },
    logins: readLogins(env),
    keptBytesMax: readSetting(env, 'CAY_BUILD_CACHE_MB') * bytesPerMb,
  }
}

function readObjectStore(env: Environment): ObjectStoreSettings | undefined {
  const location = readSetting(env, 'CAY_BLOBS_URL')
  if (location === undefined) return undefined
  const cacheMb = readSetting(env, 'CAY_CACHE_MB')
  return {
    directory: location.kind === 'directory' ? location.directory : undefined,
    certificates: readSetting(env, 'CAY_BLOBS_CA_FILE'),
    isDeferred: readSetting(env, 'CAY_DURABILITY') === 'node',
    cacheBytesMax: cacheMb === undefined ? undefined : cacheMb * bytesPerMb,
  }
}

function readLogins(env: Environment): RegistryLoginOptions {
  const ecrEndpoint = readSetting(env, 'CAY_ECR_ENDPOINT')
  return ecrEndpoint === undefined ? {} : { ecrEndpoint }
}

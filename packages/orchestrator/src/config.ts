/** The orchestrator's settings; the only reader of its environment. */
import { totalmem } from 'node:os'
import type { SegmentBounds } from '@cay/core/logs/segments.ts'
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import type { PoolBounds } from '@cay/core/pool/plan.ts'
import type { CreatedBounds } from '@cay/core/pool/plan-created.ts'
import { readAuthorities } from '@cay/kit/certificates/authority-setting.ts'
import { type Environment, readInteger, readOptional, readText, SettingError } from '@cay/kit/settings.ts'
import type { BuildBounds } from './build/app/builds.ts'
import type { RegistryLoginOptions } from './build/edge/registry-login.ts'
import type { RegistryRules } from './dialect/image-tool.ts'
import { slotsPerInstallation } from './dialect/slot-plan.ts'

export interface OrchestratorSettings {
  readonly pool: PoolBounds
  readonly created: CreatedBounds
  /** How long nobody must have used a sandbox before it is frozen; 0 freezes none. */
  readonly freezeAfterMs: number
  readonly bounds: NodeBounds
  /** Of what is kept of the sandboxes' logs. */
  readonly logs: SegmentBounds
  readonly builds: BuildSettings
}

export interface BuildSettings {
  readonly bounds: BuildBounds
  readonly registries: RegistryRules
  readonly logins: RegistryLoginOptions
  /** Bytes that may be kept for later builds. */
  readonly keptBytesMax: number
}

export function readOrchestratorSettings(env: Environment): OrchestratorSettings {
  const readMb = (variable: string, fallback: number) =>
    readInteger(env, variable, { fallback, min: 0, max: 2 ** 24 })
  const pool = readPoolBounds(env)
  return {
    pool,
    created: readCreatedBounds(env, pool),
    freezeAfterMs: readInteger(env, 'CAY_FREEZE_AFTER_SECONDS', { fallback: 3, min: 0, max: 86_400 }) * 1000,
    logs: readLogBounds(env),
    builds: readBuildSettings(env),
    bounds: {
      sandboxesMax: readInteger(env, 'CAY_MAX_SANDBOXES', {
        fallback: slotsPerInstallation - 128,
        min: 0,
        max: slotsPerInstallation - 128,
      }),
      memoryReserveMb: readMb('CAY_MEMORY_RESERVE_MB', 512),
      diskReserveMb: readMb('CAY_DISK_RESERVE_MB', 1024),
      frozenCopiesMax: readInteger(env, 'CAY_MAX_FROZEN_COPIES', { fallback: 8, min: 0, max: 32 }),
    },
  }
}

const bytesPerMb = 1024 * 1024
const msPerHour = 3_600_000

function readLogBounds(env: Environment): SegmentBounds {
  const readBytes = (variable: string, fallback: number) =>
    readInteger(env, variable, { fallback, min: 1, max: 2 ** 20 }) * bytesPerMb
  return {
    sandboxBytesMax: readBytes('CAY_LOG_SANDBOX_MB', 16),
    totalBytesMax: readBytes('CAY_LOG_TOTAL_MB', 4096),
    keptMs: readInteger(env, 'CAY_LOG_HOURS', { fallback: 168, min: 1, max: 87_600 }) * msPerHour,
  }
}

/** Network slots that are neither a sandbox's nor being cleared away. */
const poolCountMax = 80
/** Of the machine's memory, for the pool when nothing else is said. */
const poolMemoryShare = 1 / 8

function readPoolBounds(env: Environment): PoolBounds {
  const sizeMin = readInteger(env, 'CAY_POOL_SIZE', { fallback: 4, min: 0, max: 64 })
  const countMax = readInteger(env, 'CAY_POOL_MAX', { fallback: 64, min: 0, max: poolCountMax })
  const memoryMbMax = readInteger(env, 'CAY_POOL_MEMORY_MB', {
    fallback: Math.floor((totalmem() / 2 ** 20) * poolMemoryShare),
    min: 0,
    max: 2 ** 24,
  })
  // Who wants none ready wants none at all, whatever is asked for.
  return { sizeMin, countMax: sizeMin === 0 ? 0 : countMax, memoryMbMax }
}

/** Containers created ahead at rest, and the most after a burst. */
const createdSizes = { atRest: 8, max: 64 } as const

function readCreatedBounds(env: Environment, pool: PoolBounds): CreatedBounds {
  // Who wants none ready does not want them half ready either, unless he says so.
  const fallback = pool.countMax === 0 ? 0 : createdSizes.atRest
  const sizeMin = readInteger(env, 'CAY_POOL_CREATED', { fallback, min: 0, max: createdSizes.max })
  return { sizeMin, sizeMax: sizeMin === 0 ? 0 : createdSizes.max, memoryMbMax: pool.memoryMbMax }
}

function readBuildSettings(env: Environment): BuildSettings {
  return {
    bounds: {
      atOnceMax: readInteger(env, 'CAY_BUILDS_AT_ONCE', { fallback: 1, min: 1, max: 64 }),
      secondsMax: readInteger(env, 'CAY_BUILD_TIMEOUT_SECONDS', { fallback: 3600, min: 1, max: 86_400 }),
    },
    registries: {
      plain: readPlainRegistries(env),
      mirrors: readMirrors(env),
      authorities: readAuthorities(env, 'CAY_REGISTRY_CA_FILE'),
    },
    logins: readLogins(env),
    keptBytesMax:
      readInteger(env, 'CAY_BUILD_CACHE_MB', { fallback: 20 * 1024, min: 0, max: 2 ** 24 }) * 2 ** 20,
  }
}

const registryHost = /^[A-Za-z0-9.[\]-]+(:\d{1,5})?$/

function readPlainRegistries(env: Environment): ReadonlySet<string> {
  const hosts = readText(env, 'CAY_PLAIN_REGISTRIES', '')
    .split(',')
    .filter((host) => host !== '')
  for (const host of hosts)
    if (!registryHost.test(host))
      throw new SettingError(
        'CAY_PLAIN_REGISTRIES',
        host,
        'hosts, each with a port or without, with commas between',
      )
  return new Set(hosts)
}

function readMirrors(env: Environment): ReadonlyMap<string, string> {
  const pairs = readText(env, 'CAY_REGISTRY_MIRRORS', '')
    .split(',')
    .filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair): [string, string] => {
      const [host = '', mirror = '', ...more] = pair.split('=')
      if (more.length > 0 || !registryHost.test(host) || !/^[A-Za-z0-9.:/[\]_-]+$/.test(mirror))
        throw new SettingError('CAY_REGISTRY_MIRRORS', pair, 'HOST=MIRROR, with commas between')
      return [host, mirror]
    }),
  )
}

function readLogins(env: Environment): RegistryLoginOptions {
  const ecrEndpoint = readOptional(env, 'CAY_ECR_ENDPOINT')
  if (ecrEndpoint === undefined) return {}
  if (!/^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(ecrEndpoint) || !URL.canParse(ecrEndpoint))
    throw new SettingError('CAY_ECR_ENDPOINT', ecrEndpoint, 'http:// or https:// and a host, without a path')
  return { ecrEndpoint }
}

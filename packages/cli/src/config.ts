/** The settings of the command; the only reader of the environment in this package. */
import { readClusterAddress } from '@cay/kit/cluster-address.ts'
import { type CommonSettings, readCommonSettings } from '@cay/kit/data-layout.ts'
import { type Environment, readOptional } from '@cay/kit/settings.ts'
import { readSetting } from '@cay/kit/settings-table.ts'
import { type Role, roleOf } from './dialect/cluster/role.ts'

export interface CliSettings extends CommonSettings {
  /** CAY_DOMAIN: the base domain of sandboxes, in lower case. */
  readonly domain: string | undefined
  /** CAY_SWAP_FROZEN: frozen sandboxes give their memory to zram. */
  readonly swapsFrozen: boolean
  /** CAY_VOLUMES_DIR: where volumes lie, if not below the data directory. */
  readonly volumesDirectory: string | undefined
  /** CAY_DATABASE_URL: the records are not in the data directory. */
  readonly isOnPostgres: boolean
  /** CAY_BLOBS_URL is set. */
  readonly usesObjectStore: boolean
  readonly role: Role
  /** CAY_CLUSTER_ADDRESS: where nodes reach control here. */
  readonly clusterAddress: string | undefined
  /** CAY_API_KEY: the first team's key as the operator chose it. */
  readonly ownApiKey: string | undefined
  /** E2B_API_KEY: the key a client was given. */
  readonly clientApiKey: string | undefined
  /** E2B_API_URL: where a client finds the API. */
  readonly clientApiUrl: string | undefined
  /** E2B_SANDBOX_URL: where a client finds the proxy. */
  readonly clientSandboxUrl: string | undefined
  /** E2B_DOMAIN: below which the API and the sandboxes have host names. */
  readonly clientDomain: string | undefined
  /** The whole environment, for child processes. */
  readonly env: Readonly<Record<string, string>>
}

/** `isJoined`: the data directory is that of a machine that joined a cluster. */
export function readCliSettings(env: Environment, isJoined = false): CliSettings {
  const clusterAddress = readClusterAddress(env)
  return {
    ...readCommonSettings(env),
    role: roleOf({ servesNodes: clusterAddress !== undefined, isJoined }),
    clusterAddress,
    domain: readSetting(env, 'CAY_DOMAIN'),
    swapsFrozen: readSetting(env, 'CAY_SWAP_FROZEN') === 'zram',
    volumesDirectory: readSetting(env, 'CAY_VOLUMES_DIR'),
    isOnPostgres: readSetting(env, 'CAY_DATABASE_URL') !== undefined,
    usesObjectStore: readSetting(env, 'CAY_BLOBS_URL') !== undefined,
    ownApiKey: readSetting(env, 'CAY_API_KEY'),
    clientApiKey: readOptional(env, 'E2B_API_KEY'),
    clientApiUrl: readOptional(env, 'E2B_API_URL'),
    clientSandboxUrl: readOptional(env, 'E2B_SANDBOX_URL'),
    clientDomain: readOptional(env, 'E2B_DOMAIN'),
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

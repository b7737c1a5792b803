import { type Environment, SettingError } from './settings.ts'
import { readSetting } from './settings-table.ts'

/** host:port at which nodes reach control here. Throws SettingError. Nodes need records that several control processes can share. */
export function readClusterAddress(env: Environment): string | undefined {
  const address = readSetting(env, 'CAY_CLUSTER_ADDRESS')
  if (address === undefined) return undefined
  for (const needed of ['CAY_DATABASE_URL', 'CAY_BLOBS_URL'] as const)
    if (readSetting(env, needed) === undefined)
      throw new SettingError(
        'CAY_CLUSTER_ADDRESS',
        address,
        `used with ${needed}, which \`cay cluster init\` sets`,
      )
  return address
}

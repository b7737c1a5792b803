import { type Environment, SettingError } from './settings.ts'
import { readSetting } from './settings-table.ts'

/**
 * host:port at which nodes reach control. Always undefined for now, because the setting is refused: control does not check yet
 * that a node asks only for what runs on it.
 */
export function readClusterAddress(env: Environment): string | undefined {
  const address = readSetting(env, 'CAY_CLUSTER_ADDRESS')
  if (address === undefined) return undefined
  throw new SettingError(
    'CAY_CLUSTER_ADDRESS',
    address,
    'unset: clusters of several machines are not served yet',
  )
}

/** The environment of the installation: what this process has of it, and behind that the configuration file. */

import { type Environment, readOptional } from '@cay/kit/settings.ts'
import { readConfigFile } from '../edge/config/config-file.ts'
import { ownEnvironment } from '../environment.ts'
import { paintError, printError } from './console.ts'

let known: Environment | undefined

/** Warns once of what the file has that is no setting. Throws SettingError. */
export function configuredEnvironment(): Environment {
  if (known !== undefined) return known
  const { settings, warnings } = readConfigFile(ownEnvironment)
  for (const warning of warnings) printError(`${paintError('warning', 'Warning:')} ${warning}`)
  const named = Object.keys(ownEnvironment).filter((name) => readOptional(ownEnvironment, name) !== undefined)
  const own = Object.fromEntries(named.map((name) => [name, ownEnvironment[name]]))
  known = { ...settings, ...own }
  return known
}

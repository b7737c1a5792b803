import { readOptional } from '@cay/kit/settings.ts'
import { ownEnvironment } from '../environment.ts'

let chosen = readOptional(ownEnvironment, 'CAY_PROFILE')

/** The command line takes precedence over the environment. */
export function chooseProfile(name: string): void {
  chosen = name
}

export const chosenProfile = () => chosen

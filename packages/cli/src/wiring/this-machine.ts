import { CommandError } from '../dialect/output/command-error.ts'
import { chosenProfile } from './chosen-profile.ts'

/** For what works on the installation of this machine alone: a profile that was named says that another one is meant. */
export function expectThisMachine(command: string): void {
  const profile = chosenProfile()
  if (profile === undefined) return
  throw new CommandError(
    `${command} works on the installation of this machine, and not on the one of profile "${profile}"`,
    { hint: 'run it on that machine; for this one leave out --profile, and unset CAY_PROFILE' },
  )
}

import { CommandError } from '../../dialect/output/command-error.ts'
import type { AskPerson } from '../../ports/uninstall-host.ts'

export interface Confirmation {
  /** What has to be typed. */
  readonly word: string
  /** Nobody is asked. */
  readonly isGiven: boolean
  readonly ask: AskPerson
}

/** Throws unless somebody confirms it. */
export async function confirm({ word, isGiven, ask }: Confirmation): Promise<void> {
  if (isGiven) return
  const typed = await ask(`Type ${word} to go on: `)
  if (typed === word) return
  throw typed === undefined
    ? new CommandError('there is no terminal to confirm this at: nothing was done', {
        hint: 'give --yes to go on without being asked',
      })
    : new CommandError('it was not confirmed: nothing was done')
}

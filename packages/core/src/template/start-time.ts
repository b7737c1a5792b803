/** When the start command of a template runs: before its checkpoint, or after every restore. */

/** A variable of the template, set by a step as any other. */
export const startTimeVariable = 'CAY_START'
const afterRestore = 'after-restore'

/** What a step sets to have the command started in each sandbox. */
export const startAfterRestorePair = [startTimeVariable, afterRestore] as const

export function startsAfterRestore(variables: Readonly<Record<string, string>>): boolean {
  return variables[startTimeVariable] === afterRestore
}

/** In the log of a build whose start command is alive when it is saved. */
export const aliveStartWarning =
  'The start command is alive in the checkpoint: all sandboxes of this template begin with its memory, with what it has drawn at random among it'

export const aliveStartAdvice = `${aliveStartWarning}. Set ${startTimeVariable}=${afterRestore} to have it started in each sandbox instead.`

/** A command that only waits: of these seconds, not every image has a program for it. */
export function secondsOfSleep(command: string): number | undefined {
  const [, seconds] = /^sleep (\d{1,4})$/.exec(command.trim()) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

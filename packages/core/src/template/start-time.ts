/** When the start command of a template runs: before its checkpoint, or after every restore. */

/** An environment variable of the template, which a step sets like any other. */
export const startTimeVariable = 'CAY_START'
const afterRestore = 'after-restore'

/** The value that makes the command start in each sandbox. */
export const startAfterRestorePair = [startTimeVariable, afterRestore] as const

export function startsAfterRestore(variables: Readonly<Record<string, string>>): boolean {
  return variables[startTimeVariable] === afterRestore
}

/** Logged when the start command of a build is still running at the checkpoint. */
export const aliveStartWarning =
  'The start command is alive in the checkpoint: all sandboxes of this template begin with its memory, with what it has drawn at random among it'

export const aliveStartAdvice = `${aliveStartWarning}. Set ${startTimeVariable}=${afterRestore} to have it started in each sandbox instead.`

/**
 * The seconds of a command that only sleeps. The caller waits instead of running it, because some images have no `sleep`
 * program.
 */
export function secondsOfSleep(command: string): number | undefined {
  const [, seconds] = /^sleep (\d{1,4})$/.exec(command.trim()) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

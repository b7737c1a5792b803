import { CommandError } from '../dialect/output/command-error.ts'
import { ApiError, TemporaryError } from '../ports/control-api.ts'

export interface LineOutput {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

const unauthenticated = 401

/**
 * Does it with each, also when it fails for one of them. Prints what the task returns, as soon as it is done; undefined: nothing.
 * Returns the exit code of the first failure.
 */
export async function forEachGiven(
  given: readonly string[],
  task: (one: string) => Promise<string | undefined>,
  { print, printError }: LineOutput,
): Promise<number> {
  let exitCode = 0
  const hints = new Set<string>()
  for (const one of given) {
    try {
      const done = await task(one)
      if (done !== undefined) print(done)
    } catch (error) {
      // A key that is refused once is refused for all.
      if (error instanceof ApiError && error.status === unauthenticated) throw error
      printError(`Error: ${describe(error, one)}`)
      if (error instanceof CommandError && error.hint !== undefined) hints.add(error.hint)
      exitCode ||= error instanceof CommandError ? error.exitCode : 1
    }
  }
  for (const hint of hints) printError(`Hint: ${hint}`)
  return exitCode
}

/** The API does not say what the request was about. */
function describe(error: unknown, one: string): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof ApiError || error instanceof TemporaryError ? `${one}: ${message}` : message
}

import { CommandExitError } from 'e2b'

/** What a failed command threw, as the plain record its user reads. */
export async function failure(command: Promise<unknown>) {
  const error = await command.then(
    () => new Error('the command did not fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CommandExitError)) throw error
  return { exitCode: error.exitCode, stdout: error.stdout, stderr: error.stderr, error: error.error }
}

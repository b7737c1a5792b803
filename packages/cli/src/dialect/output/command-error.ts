/** A failure with what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly hint: string | undefined
  readonly exitCode: number

  constructor(message: string, { hint, exitCode = 1 }: { hint?: string; exitCode?: number } = {}) {
    super(message)
    this.hint = hint
    this.exitCode = exitCode
  }
}

/** Of a name that means several things, and of a mistake in the command line that only the service can see. */
export const ambiguousExitCode = 2

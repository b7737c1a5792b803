import { TemporaryError } from '../../ports/control-api.ts'

/** For what follows something over restarts of the services: an outage is a warning, and its end a line. */
export function reportOutages(printError: (line: string) => void): {
  readonly answered: () => void
  /** Throws an error that does not pass by itself. */
  readonly failed: (error: unknown) => void
} {
  let isReachable = true
  return {
    answered() {
      if (!isReachable) printError('Cay answers again.')
      isReachable = true
    },
    failed(error) {
      if (!(error instanceof TemporaryError)) throw error
      if (isReachable) printError(`Warning: ${error.message}. Still following.`)
      isReachable = false
    },
  }
}

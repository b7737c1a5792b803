/**
 * Errors that say that the database cannot be used now, as opposed to errors of a query. The request gets 503 and may be
 * sent again; what it wrote is committed or undone as a whole.
 */
import { ServiceError } from '@cay/core/errors.ts'

/** SQLSTATE classes: connection exceptions, rollbacks of conflicting transactions, resources, shutdowns, I/O errors. */
const unavailableClasses: readonly string[] = ['08', '40', '53', '57', '58']
/** A transaction that was idle for too long, a lock that was not granted in time, a server that is a read-only standby. */
const unavailableStates: readonly string[] = ['25P03', '25P04', '25006', '55P03']
/** pg gives these errors no code. */
const textsWithoutCode =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== undefined)
    return unavailableClasses.includes(state.slice(0, 2)) || unavailableStates.includes(state)
  return isSystemError(error) || textsWithoutCode.test(error.message)
}

/** The server has not answered a query, which is in progress still as far as the connection knows. */
export function isSilence(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('Query read timeout')
}

/** Undefined for an error that is not of the server. */
export function sqlStateOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error ? code : undefined
}

/** Failures of sockets and name lookups, also when pg tried several addresses. */
export function isSystemError(error: Error): boolean {
  return 'syscall' in error || (error instanceof AggregateError && error.errors.some(isSystemError))
}

/** Rejects with database_unavailable where a method cannot reach the database. */
export function mapDatabaseErrors<Part extends object>(part: Part): Part {
  const methods = Object.entries(part).map(([name, method]: [string, unknown]) => [name, mapping(method)])
  return Object.fromEntries(methods) as Part
}

function mapping(method: unknown): unknown {
  if (typeof method !== 'function') return method
  return async (...given: unknown[]) => {
    try {
      return await Reflect.apply(method, undefined, given)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      throw new ServiceError('database_unavailable', 'the database does not answer', { cause: error })
    }
  }
}

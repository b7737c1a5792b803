/** Errors at the start, as one sentence about the setting. None repeats a part of the URL. */
import { SettingError } from '@cay/kit/settings.ts'
import { isSystemError, isUnavailable, sqlStateOf } from './connection-errors.ts'

export const variable = 'CAY_DATABASE_URL'

/** What an operator has to change, by SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  '28000': 'the server does not let its user connect',
  '28P01': 'the server refuses its user or password',
  '3D000': 'the server has no database of that name',
  '42501': 'its user has no right to use or to create the tables of Cay in that database',
}

/** Errors that are not about the setting are returned as they are. */
export function explainStart(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SettingError || error instanceof TypeError) return error
  const state = sqlStateOf(error)
  const reason = state === undefined ? undefined : reasons[state]
  if (reason !== undefined) return databaseRefused(`${reason} (SQLSTATE ${state})`)
  if (isUnavailable(error)) return databaseRefused(`no PostgreSQL server answers there (${codeOf(error)})`)
  if (state !== undefined) return databaseRefused(`the server cannot be used (SQLSTATE ${state})`)
  // Of pg, for a server that asks for a password and a URL without one.
  if (/password/i.test(error.message)) return databaseRefused('the server asks for a password')
  return databaseRefused(`the server cannot be used (${codeOf(error)})`)
}

export function databaseRefused(reason: string): SettingError {
  return new SettingError(variable, '(not shown)', reason)
}

/** Whether the server may answer later with the same setting: it is starting, or the network is. A name that does not exist stays so. */
export function isAway(error: unknown): error is Error {
  return error instanceof Error && isUnavailable(error) && codeOf(error) !== 'ENOTFOUND'
}

/** The code alone: the message of a failed lookup repeats the name. */
export function codeOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined) return code
  return isSystemError(error) ? 'no address can be reached' : error.message
}

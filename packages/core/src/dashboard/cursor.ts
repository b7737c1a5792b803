/**
 * Cursors of the dashboard's lists: parts joined by `|`, of which the last may be any text. They begin with the order of the list
 * where it has several, so that a cursor of another order is refused.
 */
import { ServiceError } from '../errors.ts'
import { formatInstant, parseInstant } from '../instant.ts'

export interface DashboardCursor {
  /** Absent where a list has one order. */
  readonly sort?: string
  readonly atMs: number
  readonly id: string
}

export function encodeCursor({ sort, atMs, id }: DashboardCursor): string {
  return [...(sort === undefined ? [] : [sort]), formatInstant(atMs), id].join('|')
}

const idPattern = /^[a-z0-9._-]{1,128}$/

/** Throws request_invalid. */
export function decodeCursor(cursor: string, sort?: string): DashboardCursor {
  const parts = cursor.split('|')
  const [at, id] = sort === undefined ? parts : parts.slice(1)
  if (sort !== undefined && parts[0] !== sort)
    throw new ServiceError('request_invalid', 'Invalid cursor: it is of a list in another order')
  const atMs = parseInstant(at ?? '')
  const count = sort === undefined ? 2 : 3
  if (atMs === undefined || id === undefined || parts.length !== count || !idPattern.test(id))
    throw new ServiceError('request_invalid', 'Invalid cursor')
  return { atMs, id, ...(sort === undefined ? {} : { sort }) }
}

/**
 * The position at the end of a log page: the number of the last entry that was examined, and the reading direction.
 * Entries that a filter excluded are behind the cursor too.
 */
import { ServiceError } from '../errors.ts'

export const directions = ['forward', 'backward'] as const
export type Direction = (typeof directions)[number]

export interface PageCursor {
  readonly direction: Direction
  readonly number: number
}

const letters = { forward: 'f', backward: 'b' } as const satisfies Record<Direction, string>
const pattern = /^([fb])([0-9a-z]{1,11})$/

/** Opaque to clients. */
export function encodePageCursor({ direction, number }: PageCursor): string {
  return `${letters[direction]}${number.toString(36)}`
}

/** Throws `request_invalid` for a malformed cursor, and for one of the other direction. */
export function decodePageCursor(text: string, expected: Direction | undefined): PageCursor {
  const [, letter, digits = ''] = pattern.exec(text) ?? []
  const number = Number.parseInt(digits, 36)
  if (letter === undefined || !Number.isSafeInteger(number))
    throw new ServiceError('request_invalid', 'the cursor is none of this log')
  const direction = letter === letters.forward ? 'forward' : 'backward'
  if (expected !== undefined && expected !== direction)
    throw new ServiceError('request_invalid', 'the cursor is of the other direction')
  return { direction, number }
}

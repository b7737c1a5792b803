/**
 * Where a page of a log ends: the number of the last entry that was looked at, and the direction of reading. What was not
 * shown because of a filter is behind the cursor too.
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

/** Clients must not look into it. */
export function encodePageCursor({ direction, number }: PageCursor): string {
  return `${letters[direction]}${number.toString(36)}`
}

/** Throws `request_invalid` for what is none of ours, and for one of the other direction. */
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

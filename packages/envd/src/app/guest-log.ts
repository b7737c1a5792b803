/**
 * What processes of the sandbox have reported to its helper, until the node fetches it. Within a bound: of more the oldest
 * lines go, and whoever asks for them is told how many.
 */

import { EventRing } from '@cay/core/process/event-ring.ts'

export interface LogLine {
  readonly timestampMs: number
  /** As it was reported: a JSON object. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LogPage {
  readonly lines: readonly (LogLine & { readonly number: number })[]
  /** Lines after the number asked for that are no longer kept. */
  readonly lostCount: number
}

const keptBytesMax = 1024 * 1024
const lineOverheadBytes = 128

export class GuestLog {
  #ring = newRing()

  add(line: LogLine): void {
    this.#ring.push(line)
  }

  /** Lines with greater numbers; numbers begin at 1 and have no gaps. */
  after(number: number): LogPage {
    const { lostCount, events } = this.#ring.since(number)
    return { lines: events.map(({ number: own, event }) => ({ ...event, number: own })), lostCount }
  }

  /** For another identity: nothing of the former one is to be read. */
  clear(): void {
    this.#ring = newRing()
  }
}

function newRing(): EventRing<LogLine> {
  return new EventRing({
    bytesMax: keptBytesMax,
    bytesOf: ({ fields }) => JSON.stringify(fields).length + lineOverheadBytes,
  })
}

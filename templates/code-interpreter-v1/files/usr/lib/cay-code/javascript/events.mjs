/** Events for the server: one line of JSON each. */
import { writeSync } from 'node:fs'

let descriptor

export function openEvents(events) {
  descriptor = events
}

export function emit(event) {
  let rest = Buffer.from(`${JSON.stringify(event)}\n`)
  while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
}

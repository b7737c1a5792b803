import { expect, test } from 'vitest'
import { parsePreferredWait } from './preferred-wait.ts'

test.each([
  ['wait=5', 5],
  ['respond-async, Wait = "10"; a=b', 10],
  ['wait=0', 0],
  [undefined, undefined],
  ['', undefined],
  ['await=5', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['wait=99999', undefined],
  ['wait', undefined],
])('of the preferences %j a wait of %j is read', (header, seconds) => {
  expect(parsePreferredWait(header)).toBe(seconds)
})

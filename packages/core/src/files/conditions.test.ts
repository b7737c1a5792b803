import { expect, test } from 'vitest'
import { decideConditions } from './conditions.ts'

const modifiedMs = Date.parse('Fri, 20 Nov 2026 06:00:00 GMT') + 700
const same = modifiedMs - 700
const before = same - 1000

const decide = (headers: Partial<Parameters<typeof decideConditions>[0]>) =>
  decideConditions(
    {
      ifMatch: undefined,
      ifNoneMatch: undefined,
      ifModifiedSinceMs: undefined,
      ifUnmodifiedSinceMs: undefined,
      ...headers,
    },
    modifiedMs,
  )

test.each([
  ['no condition', {}, 'serve'],
  ['changed since', { ifModifiedSinceMs: before }, 'serve'],
  ['not changed since, in whole seconds', { ifModifiedSinceMs: same }, 'unchanged'],
  ['unchanged as wanted', { ifUnmodifiedSinceMs: same }, 'serve'],
  ['changed though it must not', { ifUnmodifiedSinceMs: before }, 'failed'],
  ['any tag', { ifMatch: '*' }, 'serve'],
  ['a tag that no file has', { ifMatch: '"a"' }, 'failed'],
  ['a tag decides, not the time', { ifMatch: '*', ifUnmodifiedSinceMs: before }, 'serve'],
  ['not if it exists', { ifNoneMatch: ' * ' }, 'unchanged'],
  ['not if it has a tag that no file has', { ifNoneMatch: '"a", W/"b"' }, 'serve'],
  [
    'the tag decides, not the time, the other way round',
    { ifNoneMatch: '"a"', ifModifiedSinceMs: same },
    'serve',
  ],
  ['what must not be served is not said to be unchanged', { ifMatch: '"a"', ifNoneMatch: '*' }, 'failed'],
])('%s', (_, headers, outcome) => {
  expect(decide(headers)).toBe(outcome)
})

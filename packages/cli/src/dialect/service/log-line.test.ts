import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts, safeText } from '../../../../../test/support/hostile-text.ts'
import { briefLogLine } from './log-line.ts'

const line = (record: object) => JSON.stringify(record)

test('warnings and errors are shown with what they are about; the rest is not', () => {
  expect(briefLogLine(line({ level: 'info', msg: 'ready' }), 'stdout')).toBeUndefined()
  expect(
    briefLogLine(line({ level: 'warn', event: 'pool.full', msg: 'no room', sandboxID: 'i1' }), 'stdout'),
  ).toBe('warn: no room event=pool.full sandboxID=i1')
  expect(
    briefLogLine(line({ level: 'fatal', msg: 'could not start', err: { message: 'port taken' } }), 'stdout'),
  ).toBe('fatal: could not start: port taken')
})

test('standard error is shown, the notices of the runtime are not', () => {
  expect(briefLogLine('CAY_API_PORT="x" is not valid', 'stderr')).toBe('CAY_API_PORT="x" is not valid')
  expect(briefLogLine('(node:12) ExperimentalWarning: SQLite is new', 'stderr')).toBeUndefined()
  expect(briefLogLine('plain text', 'stdout')).toBeUndefined()
})

test('whatever a line holds, it is short and cannot steer the terminal', () => {
  const unit = fc.constantFrom('a', '{', '"', ' ', '\n', '\r', '\u001b', '\u009b', '\u0000', 'é')
  const text = fc.string({ unit, maxLength: 1000 })
  const isHarmless = (shown = '') => shown.length <= 400 && !/\p{Cc}/u.test(shown)
  fc.assert(
    fc.property(text, fc.constantFrom('stdout', 'stderr'), (said, stream) => {
      const quoted = line({ level: 'warn', msg: said })
      return isHarmless(briefLogLine(said, stream)) && isHarmless(briefLogLine(quoted, stream))
    }),
  )
})

test.each(Object.entries(hostileTexts))('%s in a log line is shown as text', (_, text) => {
  expect(briefLogLine(JSON.stringify({ level: 'error', msg: text, sandboxID: text }), 'stdout')).toMatch(
    safeText,
  )
  expect(briefLogLine(`panic: ${text}`, 'stderr')).toMatch(safeText)
})

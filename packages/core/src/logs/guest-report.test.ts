import fc from 'fast-check'
import { expect, it } from 'vitest'
import { entryOfReport } from './guest-report.ts'

it.each([
  [{ level: 'WARNING', message: 'a' }, 'warn', 'a', {}],
  [{ level: 50, msg: 'b', pid: 7 }, 'error', 'b', { pid: '7' }],
  [{ severity: 'notice', event: 'c' }, 'info', 'c', {}],
  [{ level: 'loud', message: 'd' }, 'info', 'd', { level: 'loud' }],
  [{ a: { b: [1] }, c: null }, 'info', '', { a: '{"b":[1]}', c: 'null' }],
  [{ level: 'constructor' }, 'info', '', { level: 'constructor' }],
])('%j is an entry of level %s', (report, level, message, fields) => {
  expect(entryOfReport(report)).toEqual({ level, message, fields: { ...fields, logger: 'guest' } })
})

it('every JSON object is an entry', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (report) => {
      const { message, fields } = entryOfReport(report as Record<string, unknown>)
      expect(typeof message).toBe('string')
      for (const value of Object.values(fields)) expect(typeof value).toBe('string')
    }),
  )
})

it('a report cannot pass for what a process wrote', () => {
  expect(entryOfReport({ logger: 'process', message: 'x' }).fields.logger).toBe('guest.process')
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, i]))
  expect(entryOfReport(many).fields.logger).toBe('guest')
})

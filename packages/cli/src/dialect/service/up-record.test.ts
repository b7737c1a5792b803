import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseUpRecord, renderUpRecord } from './up-record.ts'

const process = fc.record({ pid: fc.integer({ min: 1 }), startTicks: fc.integer({ min: 1 }) })
const name = fc.stringMatching(/^[a-z]{1,8}$/)
const record = fc.record({
  supervisor: process,
  services: fc.dictionary(name, process, { noNullPrototype: true }),
  listening: fc.dictionary(name, fc.webUrl(), { noNullPrototype: true }),
})

test('what is written is what is read', () => {
  fc.assert(
    fc.property(record, (written) => {
      expect(parseUpRecord(renderUpRecord(written))).toEqual(written)
    }),
  )
})

test('anything else is no record, and never an error', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseUpRecord(text)).toBeUndefined()
    }),
  )
  expect(parseUpRecord('{"supervisor": {"pid": 12')).toBeUndefined()
})

test('a pid that would address a group of processes is refused', () => {
  const text = (pid: number) =>
    JSON.stringify({ supervisor: { pid, startTicks: 5 }, services: {}, listening: {} })
  expect(parseUpRecord(text(0))).toBeUndefined()
  expect(parseUpRecord(text(-1))).toBeUndefined()
  expect(parseUpRecord(text(1))).toBeDefined()
})

import { expect, test } from 'vitest'
import { plain } from '../output/paint.ts'
import { renderList } from '../output/table.ts'
import { type CountedFlow, denialColumns, showDenial } from './egress-table.ts'

const flow = {
  protocol: 'tcp',
  address: '203.0.113.7',
  port: 443,
  name: '',
  rule: 'denyOut 0.0.0.0/0',
  count: 3,
  firstAtMs: 0,
  lastAtMs: 60_000,
} as const
const query = { ...flow, protocol: 'dns', address: '', port: 53, name: 'a.example', count: 1 } as const

const tableOf = (flows: readonly CountedFlow[], nowMs: number) =>
  renderList(flows.map(showDenial), denialColumns(nowMs), { format: 'table', paint: plain, nowMs })

test('each refusal is a line, with what is known of it', async () => {
  expect((await tableOf([flow, query], 70_000)).split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['LAST', 'KIND', 'DESTINATION', 'NAME', 'COUNT', 'REFUSED BY'],
    ['10 seconds ago', 'tcp', '203.0.113.7:443', '-', '3', 'denyOut 0.0.0.0/0'],
    ['10 seconds ago', 'dns', '-', 'a.example', '1', 'denyOut 0.0.0.0/0'],
  ])
})

test('a name cannot speak to the terminal', async () => {
  expect(await tableOf([{ ...flow, name: 'a\u001b[2Jb\n' }], 0)).toContain('a?[2Jb?')
})

test('for programs, what is not known is null', () => {
  expect(showDenial(query)).toEqual({
    protocol: 'dns',
    address: null,
    port: 53,
    name: 'a.example',
    rule: 'denyOut 0.0.0.0/0',
    count: 1,
    firstAt: '1970-01-01T00:00:00.000Z',
    lastAt: '1970-01-01T00:01:00.000Z',
  })
})

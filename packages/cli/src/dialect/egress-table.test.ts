import { expect, test } from 'vitest'
import { renderEgressTable } from './egress-table.ts'

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

test('each refusal is a line, with what is known of it', () => {
  const text = renderEgressTable(
    [flow, { ...flow, protocol: 'dns', address: '', port: 53, name: 'a.example', count: 1 }],
    70_000,
  )
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['LAST', 'KIND', 'DESTINATION', 'NAME', 'COUNT', 'REFUSED BY'],
    ['10 seconds ago', 'tcp', '203.0.113.7:443', '-', '3', 'denyOut 0.0.0.0/0'],
    ['10 seconds ago', 'dns', '-', 'a.example', '1', 'denyOut 0.0.0.0/0'],
  ])
})

test('a name cannot speak to the terminal', () => {
  expect(renderEgressTable([{ ...flow, name: 'a\u001b[2Jb\n' }], 0)).toContain('a?[2Jb?')
})

import { expect, it } from 'vitest'
import { denialLine } from './denial-lines.ts'

it.each([
  [
    { protocol: 'tcp', address: '203.0.113.7', port: 443, name: '', rule: 'denyOut 0.0.0.0/0' },
    'refused: 203.0.113.7:443: denyOut 0.0.0.0/0',
  ],
  [
    { protocol: 'tcp', address: '203.0.113.7', port: 80, name: 'a.example', rule: 'denyOut 0.0.0.0/0' },
    'refused: a.example (203.0.113.7:80): denyOut 0.0.0.0/0',
  ],
  [
    { protocol: 'dns', address: '', port: 53, name: 'a.example', rule: 'name not in allowOut' },
    'refused: the name a.example: name not in allowOut',
  ],
] as const)('%o is a line of the sandbox’s log', (denied, message) => {
  expect(denialLine(denied)).toMatchObject({
    level: 'warn',
    message,
    fields: { logger: 'egress', name: denied.name, rule: denied.rule },
  })
})

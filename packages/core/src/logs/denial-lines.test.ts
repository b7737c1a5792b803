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
    { protocol: 'udp', address: '203.0.113.7', port: 443, name: '', rule: 'denyOut 0.0.0.0/0' },
    'refused: 203.0.113.7:443 (UDP): denyOut 0.0.0.0/0',
  ],
  [
    { protocol: 'icmp', address: '10.1.2.3', port: 0, name: '', rule: 'closed range 10.0.0.0/8' },
    'refused: 10.1.2.3 (ICMP): closed range 10.0.0.0/8',
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

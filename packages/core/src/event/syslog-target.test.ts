import { expect, test } from 'vitest'
import { parseSyslogTarget } from './syslog-target.ts'

test.each([
  ['tls://logs.example.com', { protocol: 'tls', host: 'logs.example.com', port: 6514 }],
  ['tcp://10.0.0.1:1514', { protocol: 'tcp', host: '10.0.0.1', port: 1514 }],
  ['udp://collector/', { protocol: 'udp', host: 'collector', port: 514 }],
])('%s is where it says', (text, target) => {
  expect(parseSyslogTarget(text)).toEqual(target)
})

test.each([
  'collector:514',
  'http://a',
  'tcp://',
  'tcp://a:0',
  'tcp://a:65536',
  'tcp://a b',
  'tcp://a/path',
  'tcp://u@a',
])('%s is refused', (text) => {
  expect(parseSyslogTarget(text)).toBeUndefined()
})

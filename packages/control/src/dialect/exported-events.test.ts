import { expect, test } from 'vitest'
import type { ExportedEvent } from '../ports/event.ts'
import { readRejected, renderOtlpLogs } from './otlp-logs.ts'
import { frameSyslogMessage, renderSyslogMessage } from './syslog-message.ts'

const event: ExportedEvent = {
  ...{ number: 7, atMs: 1_700_000_000_123, teamId: 't1', kind: 'killSandbox', actor: 'key', keyId: 'k1' },
  ...{ sandboxId: 'i1', subject: null, outcome: 'refused', status: 404, reason: 'sandbox_not_found' },
  ...{ seq: 3, hash: 'ab' },
}

test('a message of syslog has the header of RFC 5424 and the event as JSON', () => {
  const message = renderSyslogMessage(event, 'node one')
  const [, head, json = ''] = /^(.*? - )(\{.*)$/.exec(message) ?? []
  expect(head).toBe('<108>1 2023-11-14T22:13:20.123Z nodeone cay - killSandbox - ')
  expect(JSON.parse(json)).toEqual({
    ...{ number: 7, teamID: 't1', seq: 3, hash: 'ab', kind: 'killSandbox', actor: 'key', keyID: 'k1' },
    ...{ sandboxID: 'i1', outcome: 'refused', status: 404, reason: 'sandbox_not_found' },
  })
})

test('whatever an event says, its message is one line of ASCII, of the length that is announced', () => {
  const odd = { ...event, subject: 'a\n<34>1 ü\u{1f600}\u2028', reason: null }
  const message = renderSyslogMessage(odd, '')
  expect(message).toMatch(/^[ -~]+$/)
  expect(message).toContain('Z - cay ')
  expect(JSON.parse(message.slice(message.indexOf('{'))).subject).toBe(odd.subject)
  expect(frameSyslogMessage(message)).toBe(`${Buffer.byteLength(message)} ${message}`)
})

test('the severity says how a call ended', () => {
  const priorityOf = (outcome: ExportedEvent['outcome']) =>
    /^<(\d+)>/.exec(renderSyslogMessage({ ...event, outcome }, 'h'))?.[1]
  expect([priorityOf('done'), priorityOf('refused'), priorityOf('failed')]).toEqual(['110', '108', '107'])
})

test('events are logs of OpenTelemetry, with their time in nanoseconds and their fields as attributes', () => {
  const [resource] = JSON.parse(renderOtlpLogs([event])).resourceLogs
  expect(resource.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'cay-control' } },
  ])
  const [{ logRecords }] = resource.scopeLogs
  expect(logRecords).toHaveLength(1)
  expect(logRecords[0]).toMatchObject({
    ...{ timeUnixNano: '1700000000123000000', severityNumber: 13, eventName: 'cay.killSandbox' },
    body: { stringValue: 'killSandbox of i1 by key: refused (sandbox_not_found)' },
  })
  expect(logRecords[0].attributes).toContainEqual({ key: 'cay.status', value: { intValue: '404' } })
  expect(logRecords[0].attributes).toContainEqual({ key: 'cay.sandboxID', value: { stringValue: 'i1' } })
})

test('what a collector did not keep is read from its response', () => {
  expect(readRejected('{"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"x"}}')).toBe(3)
  for (const text of ['', '{}', '{"partialSuccess":{}}', 'null', '<html>']) expect(readRejected(text)).toBe(0)
})

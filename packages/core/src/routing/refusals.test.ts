import { describe, expect, it } from 'vitest'
import { refuseForSandbox, refuseRequest, type SandboxRefusal } from './refusals.ts'

const sandboxId = 'abc'
const rows: [SandboxRefusal, status: number, message: RegExp | string, html: string, members: string[]][] = [
  [
    { kind: 'not_found', sandboxId },
    502,
    'The sandbox was not found',
    'Sandbox Not Found',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'port_closed', sandboxId, port: 8000 },
    502,
    'The sandbox is running but port is not open',
    'no service running on port',
    ['sandboxId', 'message', 'port', 'code'],
  ],
  [
    { kind: 'interrupted', sandboxId, by: 'paused' },
    502,
    'The sandbox was paused while the request was in flight.',
    'was paused while',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'interrupted', sandboxId, by: 'ended' },
    502,
    'The sandbox was killed or reached its end of life while the request was in flight.',
    'was killed or reached its end of life',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'traffic_token_missing', sandboxId },
    403,
    "Sandbox is secured with traffic access token. Token header 'e2b-traffic-access-token' is missing",
    'Missing Traffic Access Token',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'traffic_token_wrong', sandboxId },
    403,
    "Sandbox is secured with traffic access token. Provided token in header 'e2b-traffic-access-token' is invalid",
    'Invalid Traffic Access Token',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'internal_path', path: '/init' },
    404,
    /reserved for the E2B control plane/,
    'reserved for the E2B control plane',
    ['message', 'path', 'code'],
  ],
  [
    { kind: 'resume_denied', sandboxId },
    403,
    /cannot be resumed/,
    'cannot be resumed',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'transitioning', sandboxId },
    409,
    /still transitioning/,
    'still transitioning',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'team_limit', sandboxId, message: 'at the limit' },
    429,
    'at the limit',
    'at the limit',
    ['sandboxId', 'message', 'code'],
  ],
  [
    { kind: 'too_many_connections', sandboxId, connectionLimit: 7 },
    429,
    /too many connections/,
    '7',
    ['sandboxId', 'message', 'connectionLimit', 'code'],
  ],
]

describe.each(rows)('%j', (refusal, status, message, html, members) => {
  it('has its fields in JSON', () => {
    const reply = refuseForSandbox(refusal, 'json')
    const body = JSON.parse(reply.body)
    expect([reply.status, reply.contentType]).toEqual([status, 'application/json; charset=utf-8'])
    expect(Object.keys(body)).toEqual(members)
    expect(body.code).toBe(status)
    if (typeof message === 'string') expect(body.message).toBe(message)
    else expect(body.message).toMatch(message)
  })

  it('has its text on a page', () => {
    const reply = refuseForSandbox(refusal, 'html')
    expect([reply.status, reply.contentType]).toEqual([status, 'text/html; charset=utf-8'])
    expect(reply.body).toMatch(/^<html.*<\/html>$/s)
    expect(reply.body).toContain(html)
    if ('sandboxId' in refusal) expect(reply.body).toContain(sandboxId)
  })
})

it('a port is a number in JSON', () => {
  const reply = refuseForSandbox({ kind: 'port_closed', sandboxId, port: 8000 }, 'json')
  expect(JSON.parse(reply.body).port).toBe(8000)
})

it('a page shows its subject as text, never as markup', () => {
  const path = '/init?<script>alert("1")</script>&\''
  expect(refuseForSandbox({ kind: 'internal_path', path }, 'html').body).not.toContain('<script>')
})

it.each([
  ['host_invalid', 400, 'Invalid host'],
  ['header_missing', 400, 'missing header'],
  ['sandbox_id_invalid', 400, 'Invalid sandbox ID'],
  ['port_invalid', 400, 'Invalid sandbox port'],
] as const)('%s is %d %j in plain text', (reason, status, text) => {
  expect(refuseRequest(reason)).toEqual({ status, contentType: 'text/plain; charset=utf-8', body: text })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Framing,
  toDownstreamHeaders,
  toForwardedTrailers,
  toUpstreamHeaders,
} from './forwarded-headers.ts'

const plain: Framing = { body: 'length', isUpgrade: false }
const key = `e2b_${'0'.repeat(40)}`

describe('upstream', () => {
  it('order, spelling and duplicates are preserved', () => {
    const headers = [
      'Host',
      'a.b',
      'X-B',
      '2',
      'x-a',
      '1',
      'X-B',
      '1',
      'Cookie',
      'a=1',
      'Content-Length',
      '3',
    ]
    expect(toUpstreamHeaders(headers, plain)).toEqual(headers)
  })

  it.each([
    ['X-API-Key', key],
    ['x-api-key', ` ${key.toUpperCase()}`],
    ['X-Admin-Token', 't'],
    ['X-Cay-Control-Token', 't'],
    ['Authorization', `Bearer ${key}`],
    ['Authorization', `bearer  ${key}`],
    ['E2B-Traffic-Access-Token', 't'],
  ])('a credential of the control API is stripped: %s: %s', (name, value) => {
    expect(toUpstreamHeaders([name, value, 'X-A', '1'], plain)).toEqual(['X-A', '1'])
    expect(toForwardedTrailers([name, value, 'X-A', '1'])).toEqual([['X-A', '1']])
  })

  it.each([
    ['Authorization', 'Basic dXNlcjo='],
    ['Authorization', 'Bearer of-the-guests-own'],
    ['X-Access-Token', 'token'],
    ['X-API-Key', 'of-the-guests-own'],
    ['E2b-Sandbox-Id', 'abc'],
  ])("the sandbox's own is kept: %s: %s", (name, value) => {
    expect(toUpstreamHeaders([name, value], plain)).toEqual([name, value])
  })

  it('X-Forwarded headers of the client are stripped', () => {
    const claims = ['X-Forwarded-For', '1.1.1.1', 'x-forwarded-host', 'h', 'X-Forwarded-Proto', 'https']
    expect(toUpstreamHeaders(claims, plain)).toEqual([])
  })

  it('hop-by-hop headers are stripped', () => {
    const headers = [
      'Connection',
      'keep-alive, X-Mine',
      'X-Mine',
      '1',
      'Keep-Alive',
      'x',
      'Proxy-Connection',
      'x',
    ]
    const more = ['Proxy-Authorization', 'x', 'TE', 'gzip', 'Upgrade', 'h2c', 'Trailer', 'x']
    expect(toUpstreamHeaders([...headers, ...more], plain)).toEqual([])
  })

  it('Connection cannot strip a header that gives a message its meaning', () => {
    const headers = ['Host', 'h', 'Content-Length', '1', 'Authorization', 'Basic x', 'X-Access-Token', 't']
    const connection = ['Connection', 'host, content-length, authorization, x-access-token']
    expect(toUpstreamHeaders([...headers, ...connection], plain)).toEqual(headers)
  })

  it('a chunked body is announced once, without a length, with its trailers', () => {
    const headers = [
      'Transfer-Encoding',
      'chunked',
      'Trailer',
      'X-Sum',
      'TE',
      'trailers',
      'Content-Length',
      '3',
    ]
    expect(toUpstreamHeaders(headers, { body: 'chunked', isUpgrade: false })).toEqual([
      ...['Trailer', 'X-Sum', 'Transfer-Encoding', 'chunked', 'TE', 'trailers'],
    ])
  })

  it('an upgrade keeps its two headers', () => {
    const headers = ['Connection', 'keep-alive, Upgrade', 'Upgrade', 'websocket', 'Sec-WebSocket-Key', 'k']
    expect(toUpstreamHeaders(headers, { body: 'length', isUpgrade: true })).toEqual([
      ...['Sec-WebSocket-Key', 'k', 'Upgrade', 'websocket', 'Connection', 'Upgrade'],
    ])
  })
})

describe('downstream', () => {
  it('cookies, order and spelling are preserved', () => {
    const headers = ['set-cookie', 'a=1', 'Date', 'd', 'Set-Cookie', 'b=2', 'content-length', '3']
    expect(toDownstreamHeaders(headers, plain, [])).toEqual(headers)
  })

  it('a chunked response to a client without chunks has neither length nor trailer', () => {
    const headers = ['Transfer-Encoding', 'chunked', 'Trailer', 'X', 'Content-Length', '3', 'A', 'b']
    expect(toDownstreamHeaders(headers, { body: 'close', isUpgrade: false }, [])).toEqual(['A', 'b'])
  })
})

it('trailers have neither framing nor credentials, nor cookies', () => {
  const trailers = [
    'X-Sum',
    '1',
    'Content-Length',
    '3',
    'transfer-encoding',
    'chunked',
    'Host',
    'h',
    'X-API-Key',
    key,
    'Set-Cookie',
    'a=1',
  ]
  expect(toForwardedTrailers([...trailers, 'X-Sum', '2'])).toEqual([
    ['X-Sum', '1'],
    ['X-Sum', '2'],
  ])
})

it('whatever the headers, the result has pairs, one framing, and no credential', () => {
  const name = fc.constantFrom(
    'Connection',
    'X-A',
    'X-API-KEY',
    'Content-Length',
    'Transfer-Encoding',
    'TE',
    'Trailer',
  )
  const value = fc.oneof(fc.string(), fc.constant(key))
  const headers = fc.array(fc.tuple(name, value)).map((pairs) => pairs.flat())
  const body = fc.constantFrom('length' as const, 'chunked' as const, 'close' as const)
  fc.assert(
    fc.property(headers, body, fc.boolean(), (given, framing, isUpgrade) => {
      const sent = toUpstreamHeaders(given, { body: framing, isUpgrade })
      const names = sent.filter((_, i) => i % 2 === 0)
      const has = (wanted: string) => names.filter((each) => each.toLowerCase() === wanted).length
      expect(
        sent.filter((each, i) => each === key && names[(i - 1) / 2]?.toLowerCase() === 'x-api-key'),
      ).toEqual([])
      expect(has('transfer-encoding')).toBe(framing === 'chunked' ? 1 : 0)
      if (framing !== 'length') expect(has('content-length')).toBe(0)
      expect(has('connection')).toBe(isUpgrade ? 1 : 0)
    }),
  )
})

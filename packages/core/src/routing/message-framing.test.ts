import { describe, expect, it } from 'vitest'
import { isUpgradeForwarded, readRequestFraming, readResponseBody } from './message-framing.ts'

describe('a request', () => {
  it.each([
    ['GET', '/', [], { isChunked: false, hasBody: false }],
    ['POST', '/x?y=//z', ['Content-Length', '0'], { isChunked: false, hasBody: false }],
    ['POST', '/', ['Content-Length', '5'], { isChunked: false, hasBody: true }],
    ['POST', '/', ['transfer-encoding', 'Chunked'], { isChunked: true, hasBody: true }],
    ['OPTIONS', '*', [], { isChunked: false, hasBody: false }],
  ])('%s %s %j is forwarded', (method, target, headers, requestFraming) => {
    expect(readRequestFraming(method, target, headers)).toEqual({ kind: 'accepted', ...requestFraming })
  })

  it.each([
    ['GET', 'http://127.0.0.1/init', [], 'request_target_invalid'],
    ['GET', '*', [], 'request_target_invalid'],
    ['GET', 'init', [], 'request_target_invalid'],
    ['POST', '/', ['Transfer-Encoding', 'gzip, chunked'], 'transfer_coding_unknown'],
    [
      'POST',
      '/',
      ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked'],
      'transfer_coding_unknown',
    ],
    ['POST', '/', ['Transfer-Encoding', 'xchunked'], 'transfer_coding_unknown'],
  ])('%s %s %j is refused', (method, target, headers, reason) => {
    expect(readRequestFraming(method, target, headers)).toEqual({ kind: 'refused', reason })
  })
})

it.each([
  ['a WebSocket', ['Upgrade', 'websocket'], true],
  ['any other protocol', ['Upgrade', 'tcp'], true],
  ['cleartext HTTP/2', ['Upgrade', 'h2c'], false],
  ['cleartext HTTP/2 among others', ['Upgrade', 'websocket, h2c'], false],
  ['a request with a body', ['Upgrade', 'websocket', 'Content-Length', '3'], false],
  ['a request with chunks', ['Upgrade', 'websocket', 'Transfer-Encoding', 'chunked'], false],
])('an upgrade to %s: %j -> %s', (_, headers, isCarried) => {
  expect(isUpgradeForwarded('GET', '/', headers)).toBe(isCarried)
})

const chunked = ['Transfer-Encoding', 'chunked']
it.each([
  ['a length', { headers: [] }, 'length'],
  ['chunks', { headers: chunked }, 'chunked'],
  ['chunks to HEAD', { headers: chunked, method: 'HEAD' }, 'close'],
  ['chunks and status 204', { headers: chunked, status: 204 }, 'close'],
  ['a length and status 204', { headers: ['Content-Length', '5'], status: 204 }, 'close'],
  ['a length and status 304', { headers: ['Content-Length', '5'], status: 304 }, 'length'],
  ['chunks and status 304', { headers: chunked, status: 304 }, 'close'],
  ['chunks to HTTP/1.0', { headers: chunked, isHttp10: true }, 'close'],
  ['a coding of another kind', { headers: ['Transfer-Encoding', 'gzip, chunked'] }, undefined],
])('a response with %s', (_, facts, body) => {
  expect(readResponseBody({ status: 200, method: 'GET', isHttp10: false, ...facts })).toBe(body)
})

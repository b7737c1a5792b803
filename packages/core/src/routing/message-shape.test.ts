import { describe, expect, it } from 'vitest'
import { isUpgradeCarried, readRequestShape, readResponseBody } from './message-shape.ts'

describe('a request', () => {
  it.each([
    ['GET', '/', [], { isChunked: false, hasBody: false }],
    ['POST', '/x?y=//z', ['Content-Length', '0'], { isChunked: false, hasBody: false }],
    ['POST', '/', ['Content-Length', '5'], { isChunked: false, hasBody: true }],
    ['POST', '/', ['transfer-encoding', 'Chunked'], { isChunked: true, hasBody: true }],
    ['OPTIONS', '*', [], { isChunked: false, hasBody: false }],
  ])('%s %s %j is forwarded', (method, target, headers, shape) => {
    expect(readRequestShape(method, target, headers)).toEqual({ kind: 'plain', ...shape })
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
    expect(readRequestShape(method, target, headers)).toEqual({ kind: 'refused', reason })
  })
})

it.each([
  ['a WebSocket', ['Upgrade', 'websocket'], true],
  ['any other protocol', ['Upgrade', 'tcp'], true],
  ['cleartext HTTP/2', ['Upgrade', 'h2c'], false],
  ['cleartext HTTP/2 among others', ['Upgrade', 'websocket, h2c'], false],
  ['a request with a body', ['Upgrade', 'websocket', 'Content-Length', '3'], false],
  ['a request with chunks', ['Upgrade', 'websocket', 'Transfer-Encoding', 'chunked'], false],
])('a switch to %s: %j -> %s', (_, headers, isCarried) => {
  expect(isUpgradeCarried('GET', '/', headers)).toBe(isCarried)
})

it.each([
  ['a length', [], true, false, 'length'],
  ['chunks', ['Transfer-Encoding', 'chunked'], true, false, 'chunked'],
  ['chunks without a body', ['Transfer-Encoding', 'chunked'], false, false, 'close'],
  ['chunks for HTTP/1.0', ['Transfer-Encoding', 'chunked'], true, true, 'close'],
  ['a coding of another kind', ['Transfer-Encoding', 'gzip, chunked'], true, false, undefined],
])('an answer with %s', (_, headers, hasBody, isHttp10, body) => {
  expect(readResponseBody({ headers, hasBody, isHttp10 })).toBe(body)
})

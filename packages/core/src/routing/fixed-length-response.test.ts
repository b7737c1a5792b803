import { describe, expect, it } from 'vitest'
import { parseFixedLengthResponse } from './fixed-length-response.ts'

const lines = (...all: string[]) => all.join('\r\n')

it('a response with a length is parsed in order, with duplicates and spelling', () => {
  const head = lines(
    'HTTP/1.1 200 All right',
    'Set-Cookie: a=1',
    'SET-COOKIE:b=2 \t',
    'X:',
    'content-length: 12',
  )
  expect(parseFixedLengthResponse(head, 'GET')).toEqual({
    status: 200,
    reason: 'All right',
    headers: ['Set-Cookie', 'a=1', 'SET-COOKIE', 'b=2', 'X', '', 'content-length', '12'],
    bodyBytes: 12,
  })
})

it.each([
  ['to HEAD', 'HEAD', lines('HTTP/1.1 200 OK', 'Content-Length: 5')],
  ['of 204', 'GET', lines('HTTP/1.1 204 No Content', 'Content-Length: 5')],
  ['of 304', 'GET', lines('HTTP/1.1 304 Not Modified', 'Content-Length: 5')],
  ['of 204 without a length', 'GET', 'HTTP/1.1 204 No Content'],
])('a response %s has no body', (_, method, head) => {
  expect(parseFixedLengthResponse(head, method)?.bodyBytes).toBe(0)
})

it('a reason may be missing, and values may have bytes beyond ASCII', () => {
  const answer = parseFixedLengthResponse(lines('HTTP/1.1 404', 'X: \xfcber', 'Content-Length: 0'), 'GET')
  expect([answer?.reason, answer?.headers[1]]).toEqual(['', '\xfcber'])
})

describe('is left to the complete parser', () => {
  const withLength = (line: string) => lines('HTTP/1.1 200 OK', line, 'Content-Length: 2')
  it.each([
    ['an interim answer', lines('HTTP/1.1 103 Early Hints', 'Content-Length: 2')],
    ['a switch of protocols', lines('HTTP/1.1 101 Switching', 'Content-Length: 2')],
    ['a status out of range', lines('HTTP/1.1 600 Odd', 'Content-Length: 2')],
    ['HTTP/1.0', lines('HTTP/1.0 200 OK', 'Content-Length: 2')],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9'],
    ['a body that ends with the connection', lines('HTTP/1.1 200 OK', 'X: y')],
    ['chunks', lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked')],
    ['length and chunks', withLength('transfer-encoding: chunked')],
    ['two lengths', withLength('Content-Length: 3')],
    ['the same length twice', withLength('content-length: 2')],
    ['a list of lengths', lines('HTTP/1.1 200 OK', 'Content-Length: 2, 2')],
    ['a signed length', lines('HTTP/1.1 200 OK', 'Content-Length: +2')],
    ['a length that is none', lines('HTTP/1.1 200 OK', 'Content-Length: x')],
    ['an empty length', lines('HTTP/1.1 200 OK', 'Content-Length:')],
    ['a length too long to count', lines('HTTP/1.1 200 OK', `Content-Length: ${'9'.repeat(16)}`)],
    ['two lengths where no body is', lines('HTTP/1.1 304 OK', 'Content-Length: 1', 'Content-Length: 2')],
    ['an Upgrade', withLength('Upgrade: h2c')],
    ['a space before the colon', withLength('Content-Length : 3')],
    ['a folded field', withLength(' folded')],
    ['a field without a name', withLength(': x')],
    ['a line without a colon', withLength('nothing')],
    ['an empty line', withLength('')],
    ['a bare line feed', withLength('X: a\nContent-Length: 3')],
    ['a bare carriage return', withLength('X: a\rY: b')],
    ['a NUL', withLength('X: a\0b')],
    ['a control character in the reason', lines('HTTP/1.1 200 O\x01K', 'Content-Length: 2')],
  ])('%s', (_, head) => {
    expect(parseFixedLengthResponse(head, 'GET')).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstBytesMax } from './first-bytes.ts'
import { readHttpHead } from './http-head.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const read = (text: string) => readHttpHead(bytesOf(text))
const get = (...fields: string[]) => `GET / HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`
const hostOf = (text: string) => {
  const head = read(text)
  return head.kind === 'head' ? head.host : head.kind
}

const piece = fc.constantFrom(
  'GET ',
  '/ ',
  'HTTP/1.1',
  '\r\n',
  '\n',
  '\r',
  '\0',
  'Host:',
  ' ',
  'a.b',
  ':',
  'http://',
  '\r\n\r\n',
  '\xff',
)

describe('a request head', () => {
  it('gives its host in lower case, without the port', () => {
    expect(hostOf(get('Host: Example.COM'))).toBe('example.com')
    expect(hostOf(get('hOsT:example.com:80 \t'))).toBe('example.com')
    expect(hostOf(get('Host: example.com.'))).toBe('example.com.')
    expect(hostOf(get('Accept: */*', 'Host: 203.0.113.1'))).toBe('203.0.113.1')
  })

  it('names nobody without a host, or with an empty one', () => {
    expect(hostOf('GET / HTTP/1.0\r\n\r\n')).toBeUndefined()
    expect(hostOf(get('Host:'))).toBeUndefined()
  })

  it('is incomplete until its empty line is there, and its reading does not change after', () => {
    const text = get('Host: example.com', 'X: y')
    for (let length = 0; length < text.length; length++)
      expect(read(text.slice(0, length)).kind).toBe('incomplete')
    expect(read(`${text}garbage\0`)).toEqual(read(text))
    expect(read(text)).toMatchObject({ headBytes: text.length, method: 'GET', body: { kind: 'none' } })
  })

  it('may name its host in the target too, if both say the same', () => {
    const absolute = (target: string) => `GET ${target} HTTP/1.1\r\nHost: example.com\r\n\r\n`
    expect(hostOf(absolute('http://EXAMPLE.com/x?y'))).toBe('example.com')
    for (const target of [
      'http://evil.net/',
      'http://example.com@evil.net/',
      'http://',
      'https://example.com/',
      'example.com:80',
      'ftp://example.com/',
      '//',
      '*',
    ]) {
      expect(hostOf(absolute(target)), target).toBe(target === '//' ? 'example.com' : 'invalid')
    }
    expect(hostOf('GET http://example.com/ HTTP/1.1\r\n\r\n')).toBe('invalid')
  })

  it.each([
    get('Host: example.com', 'Host: evil.net'),
    get('Host: example.com', 'host: example.com'),
    get('Host: example.com, evil.net'),
    get('Host: example.com\0.evil.net'),
    get('Host: example.com@evil.net'),
    get('Host: evil.net#example.com'),
    get('Host: [::1]'),
    get('Host: a b'),
    get('Host : example.com'),
    get(' Host: example.com'),
    get('X: y', ' folded', 'Host: example.com'),
    get('X: a\rHost: evil.net', 'Host: example.com'),
    get('X: a\nHost: evil.net', 'Host: example.com'),
    get('no colon', 'Host: example.com'),
    get(': empty name', 'Host: example.com'),
    'GET / HTTP/1.1\nHost: example.com\r\n\r\n',
    '\r\nGET / HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET  / HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET /\0 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET / HTTP/1.2\r\nHost: example.com\r\n\r\n',
    'GET / HTTP/2.0\r\nHost: example.com\r\n\r\n',
    'GET /\r\nHost: example.com\r\n\r\n',
    'CONNECT evil.net:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    get('Host: example.com', 'Content-Length: 1', 'Content-Length: 2'),
    get('Host: example.com', 'Content-Length: 1, 1'),
    get('Host: example.com', 'Content-Length: +1'),
    get('Host: example.com', 'Content-Length: 0x1'),
    get('Host: example.com', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    get('Host: example.com', 'Transfer-Encoding: chunked, identity'),
    get('Host: example.com', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    get('Host: example.com', 'Transfer-Encoding: xchunked'),
    'POST / HTTP/1.0\r\nHost: example.com\r\nTransfer-Encoding: chunked\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01',
    'SSH-2.0-OpenSSH_9.2\r\n',
    'A'.repeat(25),
  ])('is not in order: %j', (text) => expect(read(text)).toEqual({ kind: 'invalid' }))

  it('says how its body is framed and what it wants to switch to', () => {
    expect(read(get('Host: a.b', 'Content-Length: 12'))).toMatchObject({
      body: { kind: 'length', bytes: 12 },
    })
    expect(read(get('Host: a.b', 'Transfer-Encoding: Chunked'))).toMatchObject({ body: { kind: 'chunked' } })
    expect(read(get('Host: a.b', 'Upgrade: WebSocket'))).toMatchObject({ upgrade: 'websocket' })
  })

  it('that never ends is invalid at the bound', () => {
    const endless = `GET / HTTP/1.1\r\nHost: example.com\r\nX: ${'x'.repeat(firstBytesMax)}`
    expect(read(endless.slice(0, firstBytesMax - 1)).kind).toBe('incomplete')
    expect(read(endless.slice(0, firstBytesMax)).kind).toBe('invalid')
    expect(read(`GET /${'x'.repeat(1024 * 1024)}`).kind).toBe('invalid')
  })

  it('reads the same when it comes in pieces and only what is new is gone through', () => {
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => `GET / HTTP/1.1\r\n${pieces.join('')}`)
    fc.assert(
      fc.property(text, fc.nat(200), (all, cut) => {
        const known = Math.min(cut, all.length)
        fc.pre(read(all.slice(0, known)).kind === 'incomplete')
        expect(readHttpHead(bytesOf(all), known)).toEqual(read(all))
      }),
      { numRuns: 2000 },
    )
  })

  it('has a reading for any bytes, and a host only of harmless characters', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const head = read(pieces.join(''))
        if (head.kind === 'head' && head.host !== undefined) expect(head.host).toMatch(/^[\w.-]+$/)
      }),
      { numRuns: 2000 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readHttpHead(bytes)))
  })
})

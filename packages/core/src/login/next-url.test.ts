import { expect, test } from 'vitest'
import { parseNextUrl, withQuery } from './next-url.ts'

test.each(['http://localhost:4321', 'http://localhost:4321/', 'http://127.0.0.1:1', 'http://[::1]:65535/'])(
  'a token may be led to %s',
  (text) => expect(parseNextUrl(text)).toBe(`${text.replace(/\/$/, '')}/`),
)

test.each([
  '',
  'http://localhost',
  'https://localhost:1',
  'http://localhost:0',
  'http://localhost:65536',
  'http://localhost:80@evil.example',
  'http://localhost:80@evil.example:81/',
  'http://localhost.evil.example:80/',
  'http://evil.example:80/',
  'http://127.0.0.2:80/',
  'http://localhost:80/path',
  'http://localhost:80/?a=b',
  'http://localhost:80/#a',
  'http://user:word@localhost:80/',
  'http://localhost:80\\@evil.example',
  ' http://localhost:80/',
  'http://localhost:80/\n',
  'javascript:alert(1)',
  '//localhost:80',
])('no token is led to %j', (text) => expect(parseNextUrl(text)).toBeUndefined())

test('values of a query are encoded, and added to one that is there', () => {
  expect(withQuery('http://localhost:1/', { a: 'b&c=d', é: ' ' })).toBe(
    'http://localhost:1/?a=b%26c%3Dd&%C3%A9=%20',
  )
  expect(withQuery('https://x/?a=b', { c: 'd' })).toBe('https://x/?a=b&c=d')
})

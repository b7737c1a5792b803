import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isExpired, signatureOf, signedText } from './signature.ts'

test('the known signature of the clients comes out', () => {
  const text = signedText({
    path: 'hello.txt',
    operation: 'read',
    username: 'user',
    token: '0tQG31xiMp0IOQfaz9dcwi72L1CPo8e0',
    expiration: undefined,
  })
  const digest = createHash('sha256').update(text).digest('base64')
  expect(signatureOf(digest)).toBe('v1_gUtH/s9YCJWgCizjfUxuWfhFE4QSydOWEIIvfLwDr6E')
})

test('the expiration is signed only when it is given', () => {
  const call = { path: 'p', operation: 'write', username: '', token: 't' } as const
  expect(signedText({ ...call, expiration: undefined })).toBe('p:write::t')
  expect(signedText({ ...call, expiration: '17' })).toBe('p:write::t:17')
})

test('a signature is good during the second it names', () => {
  expect(isExpired('100', 100_999)).toBe(false)
  expect(isExpired('100', 101_000)).toBe(true)
})

import { expect, it } from 'vitest'
import { ingressSpec } from './ingress.ts'

const masked = (maskRequestHost: string) => () => ingressSpec({ allowPublicTraffic: true, maskRequestHost })

it.each([
  'localhost',
  'localhost:3000',
  'App.Internal',
  `localhost:${'$'}{PORT}`,
  `${'$'}{PORT}.app.example:${'$'}{PORT}`,
])('%s is a mask', (mask) => {
  expect(masked(mask)()).toEqual({ isPrivate: false, maskRequestHost: mask, httpsPorts: [] })
})

it.each([
  '-https://abcd',
  'http://abcd',
  'a b',
  'a..b',
  '-a',
  'a-',
  'a:',
  'a:0',
  'a:65536',
  'a:b',
  'a:1:2',
  'a/b',
  'a\r\nX: y',
  `${'$'}{port}`,
  '[::1]',
  'a'.repeat(64),
])('%j is none', (mask) => {
  expect(masked(mask)).toThrow('is not a valid host mask')
})

it('what is not ASCII is said to be so', () => {
  expect(masked('bücher.example')).toThrow('is not ASCII')
})

it('nothing asked for is nothing', () => {
  expect(ingressSpec(undefined)).toBeNull()
  expect(ingressSpec({ allowPublicTraffic: true, maskRequestHost: '', httpsPorts: [] })).toBeNull()
})

it('a port is there once', () => {
  expect(ingressSpec({ allowPublicTraffic: false, httpsPorts: [443, 443] })).toEqual({
    isPrivate: true,
    maskRequestHost: '',
    httpsPorts: [443],
  })
})

import { expect, test } from 'vitest'
import { pemBlocks, withCertificates } from './trust-bundle.ts'

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`
const [a, b, c] = [pem('YQ=='), pem('Yg=='), pem('Yw==')] as [string, string, string]

test('certificates are added at the end, once', () => {
  const once = withCertificates(`${a}\n`, [], [b])
  expect(once).toBe(`${a}\n${b}\n`)
  expect(withCertificates(once, [b], [b])).toBe(once)
  expect(withCertificates(once, [], [b])).toBe(once)
})

test('those of before go when others come', () => {
  expect(withCertificates(`${a}\n${b}\n`, [b], [c])).toBe(`${a}\n${c}\n`)
  expect(withCertificates(`${a}\n${b}\n`, [b], [])).toBe(`${a}\n`)
})

test('a bundle whose last line is not ended stays readable', () => {
  expect(withCertificates(a, [], [b])).toBe(`${a}\n${b}\n`)
  expect(withCertificates('', [], [b])).toBe(`${b}\n`)
})

test('what stands around certificates is none', () => {
  expect(pemBlocks(`# comment\r\n${a}\ntext${b}`)).toEqual([a, b])
  expect(pemBlocks('-----BEGIN CERTIFICATE-----')).toEqual([])
})

import { expect, test } from 'vitest'
import { addressTowards } from './own-address.ts'

test('the address of this machine is that of the interface that the route leaves by', async () => {
  expect(await addressTowards('127.0.0.1:3003')).toBe('127.0.0.1')
  expect(await addressTowards('localhost:3003')).toMatch(/^127\.0\.0\.1$|^\[::1\]$/)
})

test('a name that does not resolve is an error', async () => {
  await expect(addressTowards('nowhere.invalid:3003')).rejects.toThrow()
})

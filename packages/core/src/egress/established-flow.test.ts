import { describe, expect, it } from 'vitest'
import { allowsEstablished } from './established-flow.ts'
import { parseEgressPolicy } from './policy.ts'

const everything = '0.0.0.0/0'
const address = '203.0.113.80'
const policy = (allowOut: string[], denyOut: string[]) => parseEgressPolicy(allowOut, denyOut)
const byAddress = { name: undefined, address, port: 443 }
const byName = { name: 'api.example.com', address, port: 443 }

describe('a connection that its address let out', () => {
  it.each([
    ['stays where nothing is denied', policy([], []), true],
    ['stays while its address is allowed', policy([address], [everything]), true],
    ['stays while another address is denied', policy([], ['203.0.113.81']), true],
    ['goes when its address is denied', policy([], ['203.0.113.0/24']), false],
    ['goes when only names are allowed, whatever name it gave', policy(['*'], [everything]), false],
  ])('%s', (_, after, stays) => expect(allowsEstablished(after, byAddress)).toBe(stays))
})

describe('a connection that its name let out', () => {
  it.each([
    ['stays while the name is allowed', policy(['api.example.com'], [everything]), true],
    ['stays while a wildcard above it is', policy(['*.example.com'], [everything]), true],
    ['stays where the address it leads to is allowed', policy([address], [everything]), true],
    ['goes when neither is', policy(['www.example.com'], [everything]), false],
    ['goes when the address it leads to is denied, and no name is allowed', policy([], [address]), false],
  ])('%s', (_, after, stays) => expect(allowsEstablished(after, byName)).toBe(stays))

  it('through a proxy goes with its name where anything is denied: nobody knows where it leads', () => {
    const proxied = { ...byName, address: undefined }
    expect(allowsEstablished(policy([], []), proxied)).toBe(true)
    expect(allowsEstablished(policy([], ['198.51.100.1']), proxied)).toBe(false)
    expect(allowsEstablished(policy(['api.example.com'], [everything]), proxied)).toBe(true)
  })
})

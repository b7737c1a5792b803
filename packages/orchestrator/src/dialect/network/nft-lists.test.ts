import { expect, test } from 'vitest'
import { chainBlock, partListing, renderPolicyChange } from './nft-lists.ts'
import { renderNftRuleset } from './nft-ruleset.ts'

const address = '198.18.48.2'
const none = { address, allowed: [], denied: [] }
const some = { address, allowed: ['1.1.1.1-1.1.1.1'], denied: ['0.0.0.0-255.255.255.255'] }

test('a new table holds the lists of the sandboxes that live, and nothing for those without', () => {
  const whole = renderNftRuleset({
    installation: 3,
    proxyUid: 90_049,
    egressUid: 90_050,
    policies: [{ ...none, address: '198.18.48.6' }, some],
  })
  expect(whole).toContain(
    `set allowed_${address} {\n    type ipv4_addr; flags interval\n    elements = { 1.1.1.1-1.1.1.1 }`,
  )
  expect(whole).toContain(`set denied_${address} {`)
  expect(whole).toContain(`elements = { ${address} : goto lists_${address} }`)
  expect(whole).not.toContain('198.18.48.6')
})

test('allowed comes before denied, and what is in neither is open', () => {
  expect(chainBlock(address).split('\n').slice(1, -1)).toEqual([
    `\tip daddr @allowed_${address} accept`,
    `\tip daddr @denied_${address} goto refuse`,
    '\taccept',
  ])
})

test('first lists are there with the way to them, in one text', () => {
  expect(renderPolicyChange(3, none, none)).toBe('')
  const text = renderPolicyChange(3, none, some).trimEnd().split('\n')
  expect(text.slice(0, 3)).toEqual([
    `add chain inet cay3 lists_${address}`,
    `add set inet cay3 allowed_${address} { type ipv4_addr; flags interval; elements = { 1.1.1.1-1.1.1.1 }; }`,
    `add set inet cay3 denied_${address} { type ipv4_addr; flags interval; elements = { 0.0.0.0-255.255.255.255 }; }`,
  ])
  expect(text.at(-1)).toBe(`add element inet cay3 lists { ${address} : goto lists_${address} }`)
})

test('a change takes the old away and puts the new there in one text', () => {
  expect(renderPolicyChange(3, some, { ...none, denied: ['9.9.9.9-9.9.9.9'] }).split('\n')).toEqual([
    `flush chain inet cay3 lists_${address}`,
    `delete set inet cay3 allowed_${address}`,
    `delete set inet cay3 denied_${address}`,
    `add set inet cay3 allowed_${address} { type ipv4_addr; flags interval; }`,
    `add set inet cay3 denied_${address} { type ipv4_addr; flags interval; elements = { 9.9.9.9-9.9.9.9 }; }`,
    `add rule inet cay3 lists_${address} ip daddr @allowed_${address} accept`,
    `add rule inet cay3 lists_${address} ip daddr @denied_${address} goto refuse`,
    `add rule inet cay3 lists_${address} accept`,
    '',
  ])
})

test('the end of all lists takes the way to them away first', () => {
  expect(renderPolicyChange(3, some, none).split('\n')).toEqual([
    `delete element inet cay3 lists { ${address} }`,
    `flush chain inet cay3 lists_${address}`,
    `delete chain inet cay3 lists_${address}`,
    `delete set inet cay3 allowed_${address}`,
    `delete set inet cay3 denied_${address}`,
    '',
  ])
})

test('a listing is parted into what all have and the chains of each', () => {
  const own = `\tset allowed_${address} {\n\t\ttype ipv4_addr\n\t\tflags interval\n\t}\n`
  const chain = `\t${chainBlock(address).replaceAll('\n', '\n\t')}\n`
  const common = 'table inet cay3 {\n\tchain refuse {\n\t\tdrop\n\t}\n'
  const listing = `${common}\n${own}\n${chain}}\n`
  expect(partListing(listing)).toEqual({ common: `${common}}\n`, chains: [chainBlock(address)] })
})

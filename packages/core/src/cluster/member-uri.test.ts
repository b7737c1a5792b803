import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJoinToken, renderJoinToken } from './join-token.ts'
import { isNodeId, memberKinds, parseMemberUri, renderMemberUri } from './member-uri.ts'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

describe('the URI of a member', () => {
  it('is read back as what was rendered', () => {
    const members = fc.record({
      kind: fc.constantFrom(...memberKinds.filter((kind) => kind !== 'control')),
      nodeId: fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,40}[a-z0-9])?$/).filter(isNodeId),
    })
    fc.assert(
      fc.property(members, (member) => {
        expect(parseMemberUri(renderMemberUri(member))).toEqual(member)
      }),
    )
    expect(parseMemberUri(renderMemberUri({ kind: 'control', nodeId: '' }))).toEqual({
      kind: 'control',
      nodeId: '',
    })
  })

  it.each([
    'cay://node/',
    'cay://node/a/b',
    'cay://node/a/proxy/b',
    'cay://node/A',
    'cay://control/a',
    'cay://admin',
    'spiffe://elsewhere/node/a',
    'cay://node/a, URI:cay://node/b',
    '',
  ])('is of nobody when it is %j', (uri) => expect(parseMemberUri(uri)).toBeUndefined())
})

describe('a join token', () => {
  it('is read back as what was rendered, with the spaces that a paste leaves', () => {
    const tokens = fc.record({ id: hex(16), secret: hex(64), authorityHash: hex(64) })
    fc.assert(
      fc.property(tokens, (token) => {
        expect(parseJoinToken(` ${renderJoinToken(token)}\n`)).toEqual(token)
      }),
    )
  })

  it.each([
    '',
    'a.b.c',
    `${'a'.repeat(16)}.${'b'.repeat(64)}`,
    `${'A'.repeat(16)}.${'b'.repeat(64)}.${'c'.repeat(64)}`,
  ])('is none when it is %j', (text) => expect(parseJoinToken(text)).toBeUndefined())
})

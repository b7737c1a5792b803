import { expect, test } from 'vitest'
import { decideAttach, decideDetach, parseAttachment, renderAttachment } from './attachment.ts'

const recorded = { epoch: 5, nodeId: 'a' }

test('a volume that was never attached goes to the node that is told to attach it', () => {
  expect(decideAttach(undefined, { nodeId: 'a', epoch: 1 })).toEqual({
    kind: 'attach',
    record: { epoch: 1, nodeId: 'a' },
  })
})

test('a newer command gives the volume to its node, and a repeated one records nothing', () => {
  expect(decideAttach(recorded, { nodeId: 'b', epoch: 6 })).toEqual({
    kind: 'attach',
    record: { epoch: 6, nodeId: 'b' },
  })
  expect(decideAttach(recorded, { nodeId: 'a', epoch: 5 })).toEqual({ kind: 'attach' })
})

test.each([
  ['an older command', { nodeId: 'b', epoch: 4 }],
  ['the same epoch of another node', { nodeId: 'b', epoch: 5 }],
])('%s is refused', (_, request) => {
  expect(decideAttach(recorded, request)).toEqual({ kind: 'stale' })
})

test('without a command only the node that has the volume attaches it', () => {
  expect(decideAttach(recorded, { nodeId: 'a' })).toEqual({ kind: 'attach' })
  expect(decideAttach(recorded, { nodeId: 'b' })).toEqual({ kind: 'elsewhere' })
  expect(decideAttach(undefined, { nodeId: 'a' })).toEqual({ kind: 'elsewhere' })
})

test('once it was taken from a node, every command before that is refused there', () => {
  const taken = decideDetach(recorded, 7)
  expect(taken).toEqual({ epoch: 6, nodeId: '' })
  expect(decideAttach(taken, { nodeId: 'a' })).toEqual({ kind: 'elsewhere' })
  for (const epoch of [5, 6]) expect(decideAttach(taken, { nodeId: 'a', epoch })).toEqual({ kind: 'stale' })
  expect(decideAttach(taken, { nodeId: 'b', epoch: 7 })).toMatchObject({ kind: 'attach' })
})

test('a volume that another node has got meanwhile is not taken from it', () => {
  expect(decideDetach({ epoch: 7, nodeId: 'b' }, 7)).toBeUndefined()
})

test('what is recorded is read again, and anything else is nothing', () => {
  for (const one of [recorded, { epoch: 6, nodeId: '' }])
    expect(parseAttachment(renderAttachment(one))).toEqual(one)
  for (const text of ['', '5', '5 a', 'x a\n', '5 a b\n']) expect(parseAttachment(text)).toBeUndefined()
})

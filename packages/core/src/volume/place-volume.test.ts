import { describe, expect, test } from 'vitest'
import { decidePlace, type VolumePlace, withoutNode } from './place-volume.ts'

const shared: VolumePlace = { nodeId: 'a', directoryId: 'd', attachEpoch: 3, formerNodeIds: null }
const a = { nodeId: 'a', directoryId: 'd' }
const b = { nodeId: 'b', directoryId: 'd' }

describe('a volume in a shared directory', () => {
  test('stays on the node that has it', () => {
    expect(decidePlace(shared, a)).toEqual({ kind: 'stay' })
  })

  test('moves to a node that shares the directory, after the one before has released it', () => {
    expect(decidePlace(shared, b)).toEqual({
      kind: 'move',
      place: { nodeId: 'b', directoryId: 'd', attachEpoch: 4, formerNodeIds: ['a'] },
    })
  })

  test('that no node has moves to any node of the directory', () => {
    expect(decidePlace({ ...shared, nodeId: null }, b)).toMatchObject({ place: { formerNodeIds: [] } })
  })

  test('remembers every node that has not released it yet, but not the one that gets it back', () => {
    const moving = { ...shared, nodeId: 'b', formerNodeIds: ['a'] }
    expect(decidePlace(moving, { ...b, nodeId: 'c' })).toMatchObject({ place: { formerNodeIds: ['a', 'b'] } })
    expect(decidePlace(moving, a)).toMatchObject({ place: { nodeId: 'a', formerNodeIds: ['b'] } })
  })

  test.each([undefined, 'other'])('cannot be reached by a node with the directory %s', (directoryId) => {
    expect(decidePlace(shared, { nodeId: 'b', directoryId })).toEqual({ kind: 'unreachable' })
    expect(decidePlace(shared, { nodeId: 'a', directoryId })).toEqual({ kind: 'unreachable' })
  })

  test('belongs to no node once its node was given up', () => {
    expect(withoutNode(shared, 'a')).toEqual({ ...shared, nodeId: null })
    expect(withoutNode(shared, 'b')).toBeUndefined()
    expect(withoutNode({ ...shared, formerNodeIds: ['b', 'c'] }, 'b')).toMatchObject({
      nodeId: 'a',
      formerNodeIds: ['c'],
    })
  })
})

describe('a volume that is on its node alone', () => {
  const own: VolumePlace = { nodeId: 'a', directoryId: null, attachEpoch: 0, formerNodeIds: null }

  test('can be used there only', () => {
    expect(decidePlace(own, { nodeId: 'a', directoryId: undefined })).toEqual({ kind: 'stay' })
    expect(decidePlace(own, { nodeId: 'b', directoryId: undefined })).toEqual({ kind: 'unreachable' })
    expect(decidePlace({ ...own, nodeId: null }, { nodeId: 'local', directoryId: undefined })).toEqual({
      kind: 'stay',
    })
  })

  test('lies in the directory as soon as its node shares one', () => {
    expect(decidePlace(own, a)).toEqual({
      kind: 'move',
      place: { nodeId: 'a', directoryId: 'd', attachEpoch: 1, formerNodeIds: [] },
    })
  })

  test('is lost with its node, so it keeps it', () => {
    expect(withoutNode(own, 'a')).toBeUndefined()
  })
})

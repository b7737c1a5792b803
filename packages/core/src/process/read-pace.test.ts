import { expect, test } from 'vitest'
import { enoughBytes, floodBytes, pauseMs, ReadPace } from './read-pace.ts'

const piece = 8192
const piecesOfFlood = floodBytes / piece

test('a flood of small pieces is read with rests, from the moment it is one', () => {
  const pace = new ReadPace()
  const rests = Array.from({ length: piecesOfFlood + 2 }, (_, turn) => pace.wantsRest(piece, turn * 0.1))
  expect(rests.lastIndexOf(false)).toBe(piecesOfFlood - 2)
})

test('large pieces need no rest', () => {
  const pace = new ReadPace()
  for (let turn = 0; turn < 100; turn++) expect(pace.wantsRest(enoughBytes, turn)).toBe(false)
})

test('who pauses between pieces is read at once, however long', () => {
  const pace = new ReadPace()
  for (let turn = 0; turn < 1000; turn++) {
    expect(pace.wantsRest(piece, turn * (pauseMs + 1))).toBe(false)
  }
})

import { expect, test } from 'vitest'
import { SerialSaves } from './serial-saves.ts'

/** Saves that the test completes. */
function makeSaves() {
  const saves = new SerialSaves()
  const begun: string[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const ask = (text: string, name = 'file') =>
    saves.ask(name, () => {
      begun.push(text)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    })
  return {
    begun,
    ask,
    end: (turn: number) => ends[turn]?.resolve(),
    fail: (turn: number) => ends[turn]?.reject(new Error(`turn ${turn}`)),
  }
}

test('several saves that were asked for at once ran at once, and any of them could be the last', async () => {
  const { begun, ask, end } = makeSaves()
  const all = ['one', 'two', 'three'].map((text) => ask(text))
  expect(begun).toEqual(['one'])
  end(0)
  await expect.poll(() => begun).toEqual(['one', 'three'])
  end(1)
  await Promise.all(all)
  const later = ask('four')
  end(2)
  await later
  expect(begun).toEqual(['one', 'three', 'four'])
})

test('a save that fails keeps none from following, and the outcome is that of the last', async () => {
  const { begun, ask, end, fail } = makeSaves()
  const first = ask('one')
  void ask('two')
  fail(0)
  await expect.poll(() => begun).toEqual(['one', 'two'])
  end(1)
  await first
  const alone = ask('three')
  fail(2)
  await expect(alone).rejects.toThrow('turn 2')
})

test('saves of different things do not wait for one another', () => {
  const { begun, ask } = makeSaves()
  void ask('one', 'a')
  void ask('two', 'b')
  expect(begun).toEqual(['one', 'two'])
})

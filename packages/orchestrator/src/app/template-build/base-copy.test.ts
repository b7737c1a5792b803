import { expect, test } from 'vitest'
import { BaseCopy } from './base-copy.ts'

function copying(isMade: boolean) {
  const asked: string[] = []
  const signals: AbortSignal[] = []
  const copyBase = async (base: string, path: string, signal: AbortSignal) => {
    asked.push(`${base} to ${path}`)
    signals.push(signal)
    return isMade
  }
  const make = async () => []
  return { asked, signals, copy: new BaseCopy({ copyBase, make }, '/base', '/copy') }
}

test('a base is copied once, however often the copy is started', async () => {
  const { copy, asked } = copying(true)
  copy.begin()
  copy.begin()
  expect(await copy.finished()).toBe('/copy')
  expect(asked).toEqual(['/base to /copy'])
})

test('there is no copy that was not begun, and none that could not be made', async () => {
  expect(await copying(true).copy.finished()).toBeUndefined()
  const { copy } = copying(false)
  copy.begin()
  expect(await copy.finished()).toBeUndefined()
})

test('a copy that is cancelled ends', async () => {
  const { copy, signals } = copying(true)
  await copy.giveUp()
  copy.begin()
  await copy.giveUp()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

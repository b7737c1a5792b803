import { expect, test } from 'vitest'
import { formatElapsed, Progress } from './progress.ts'

function collect(isTTY: boolean) {
  const written: string[] = []
  return { written, output: { isTTY, write: (text: string) => written.push(text) } }
}

test('each step says its number, its name and how long it took', async () => {
  const { written, output } = collect(false)
  let nowMs = 0
  const progress = new Progress({ total: 5, first: 3, nowMs: () => nowMs, output })
  await progress.step('Debian packages', async (step) => {
    nowMs = 12_400
    step.outcome('2 installed')
  })
  expect(written.join('')).toBe('[3/5] Debian packages ...\n[3/5] Debian packages ... 12 s, 2 installed\n')
})

test('a step that fails says so and hands the error on', async () => {
  const { written, output } = collect(true)
  const progress = new Progress({ total: 1, nowMs: () => 0, output })
  await expect(progress.step('template', () => Promise.reject(new Error('no room')))).rejects.toThrow(
    'no room',
  )
  expect(written.at(-1)).toContain('[1/1] template ... failed after 0.0 s')
})

test('elapsed time is short to read', () => {
  expect([340, 12_999, 125_000].map(formatElapsed)).toEqual(['0.3 s', '12 s', '2 min 5 s'])
})

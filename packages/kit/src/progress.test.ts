import { expect, test } from 'vitest'
import { hostileTexts, safeText } from '../../../test/support/hostile-text.ts'
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

test('of steps that are under way at once each ends with a line of its own', async () => {
  const { written, output } = collect(false)
  let nowMs = 0
  const progress = new Progress({ total: 2, nowMs: () => nowMs, output })
  const [lint, types] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps = [progress.step('lint', () => lint.promise), progress.step('types', () => types.promise)]
  nowMs = 1000
  types.resolve()
  await steps[1]
  nowMs = 2000
  lint.resolve()
  await steps[0]
  expect(written.join('')).toBe(
    '[1/2] lint ...\n[2/2] types ...\n[2/2] types ... 1.0 s\n[1/2] lint ... 2.0 s\n',
  )
})

test('a line that was longer than the terminal left a part of itself on every rewrite', async () => {
  const { written, output } = collect(true)
  const progress = new Progress({ total: 1, nowMs: () => 0, output: { ...output, columns: 30 } })
  await progress.step('template', async (step) => step.doing('something that takes many words to say'))
  expect(written.at(-2)).toBe('\r\u001b[2K[1/1] template ... 0.0 s, som')
})

test('elapsed time is short to read', () => {
  expect([340, 12_999, 125_000].map(formatElapsed)).toEqual(['0.3 s', '12 s', '2 min 5 s'])
})

test.each([true, false])('texts of programs and peers do not steer a terminal (%s)', async (isTTY) => {
  const { written, output } = collect(isTTY)
  const progress = new Progress({ total: 1, nowMs: () => 0, output })
  await progress.step('template', async (step) => {
    for (const text of Object.values(hostileTexts)) {
      step.doing(text)
      step.note(text)
      step.outcome(text)
    }
  })
  expect(written.join('').replaceAll('\r\u001b[2K', '')).toMatch(safeText)
})

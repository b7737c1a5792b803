import { printableLines } from '@cay/core/terminal-text.ts'
import { beforeEach, expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { BuildProgress } from './build-progress.ts'

const key = '0'.repeat(32)
/** Milliseconds since the begin -> what the node logs then. */
const log: readonly [number, string][] = [
  [0, 'Building template a/b'],
  [100, `[base] FROM debian:13 [${key}]`],
  [4100, `CACHED [builder 1/3] USER root [${key}]`],
  [4200, `[builder 2/3] RUN make [${key}]`],
  [5000, '[builder 2/3] [stdout]: compiling'],
  [16_200, `[builder 3/3] RUN make check [${key}]`],
  [17_000, '[builder 3/3] [stderr]: no such test'],
]

let written: string[]
beforeEach(() => {
  written = []
})

function show(terminal: { isTTY?: boolean; columns?: number } = {}) {
  const output = { write: (text: string) => written.push(text), ...terminal }
  let nowMs = 0
  const progress = new BuildProgress({ output, paint: plain, show: printableLines, nowMs: () => nowMs })
  for (const [atMs, message] of log) {
    nowMs = atMs
    progress.add({ message, timestamp: new Date(atMs) })
  }
  nowMs = 18_200
  return progress
}

const kept = () =>
  written.filter((text) => text.endsWith('\n')).map((text) => text.replace('\r\u001b[2K', ''))

test('each step has its time, and what it wrote is shown where no terminal is', () => {
  using progress = show()
  progress.add({ message: '[finalize] Waiting for template to be ready: true', timestamp: new Date(18_200) })
  progress.finish()
  expect(written.join('')).toBe(
    [
      'Building template a/b',
      '[base] FROM debian:13',
      '[base] FROM debian:13 4.0 s',
      '[1/3] USER root CACHED',
      '[2/3] RUN make',
      '      compiling',
      '[2/3] RUN make 12 s',
      '[3/3] RUN make check',
      '      no such test',
      '[3/3] RUN make check 2.0 s',
      '[finalize]',
      '[finalize] Waiting for template to be ready: true',
      '[finalize] 0.0 s',
      '',
    ].join('\n'),
  )
})

test('on a terminal the step under way is one line of its width, with the last line that it wrote', () => {
  using _ = show({ isTTY: true, columns: 40 })
  expect(kept()).toEqual([
    'Building template a/b\n',
    '[base] FROM debian:13 4.0 s\n',
    '[1/3] USER root CACHED\n',
    '[2/3] RUN make 12 s\n',
  ])
  expect(written.at(-1)).toBe('\r\u001b[2K[3/3] RUN make check 0.8 s  no such tes')
  for (const line of written.filter((text) => !text.endsWith('\n')))
    expect(line.replace('\r\u001b[2K', '').length).toBeLessThan(40)
})

test('the time of a step is seen on a narrow terminal', () => {
  using _ = show({ isTTY: true, columns: 20 })
  expect(written.at(-1)).toBe('\r\u001b[2K[3/3] RUN ma… 0.8 s')
})

test('a step that fails is named, with its last lines where they were not printed before', () => {
  using onTerminal = show({ isTTY: true })
  onTerminal.fail()
  expect(kept().slice(-2)).toEqual(['[3/3] RUN make check failed after 2.0 s\n', '      no such test\n'])
  using elsewhere = show()
  elsewhere.fail()
  expect(written.at(-1)).toBe('[3/3] RUN make check failed after 2.0 s\n')
})

/** What the end of `npm test` says of the tests that were run: how many there are, and which files took longest. */
import { existsSync, readFileSync } from 'node:fs'
import type { FileTimes } from '../test/support/times-reporter.ts'

const slowestMax = 10

const titles: Readonly<Record<string, string>> = {
  core: 'without a machine',
  unit: 'without a machine',
  system: 'without a machine',
  processes: 'of several processes',
  machine: 'on the machine',
  host: 'on the machine',
  cluster: 'of a cluster',
  conformance: 'of official clients',
}

/** One record a line, as test/support/times-reporter.ts writes them. */
export function readTimes(path: string): FileTimes[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as FileTimes)
}

export function renderTimes(times: readonly FileTimes[]): string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, slowestMax)
  return [
    ...renderCounts(times),
    'slowest files:',
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
  ]
}

function renderCounts(times: readonly FileTimes[]): string[] {
  const groups = Map.groupBy(times, ({ project }) => titles[project] ?? project)
  return [...groups].map(([title, files]) => {
    const sum = (state: 'passed' | 'failed' | 'skipped') =>
      files.reduce((total, file) => total + file[state], 0)
    const others = (['failed', 'skipped'] as const).filter((state) => sum(state) > 0)
    const states = (['passed', ...others] as const).map((state) => `${sum(state)} ${state}`).join(', ')
    return `tests ${title}: ${states}, in ${files.length} files`
  })
}

/** The metrics of the services, the page that lists them, and the dashboard that shows them are the same. */
import { reservePort } from '@cay/kit/host/reserve-port.ts'
import { serveMetrics } from '@cay/kit/metrics.ts'
import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

interface Metric {
  readonly name: string
  readonly labels: readonly string[]
}

/** Given by whoever scrapes, or by the format. */
const labelsOfAll = ['service', 'job', 'instance', 'le']

/** `cay_x{a,b}` at the beginning of a row; several with commas between. */
function documented(): Metric[] {
  const rows = [...read('docs/observability.md').matchAll(/^\| (`cay_[^|]*) \|/gm)]
  return rows.flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(cay_\w+)(?:\{([^}]*)\})?`/g)].map(([, name = '', labels = '']) => ({
      name,
      labels: labels.split(',').filter((label) => label !== ''),
    })),
  )
}

function defined(): string[] {
  return sources().flatMap((path) =>
    [...read(path).matchAll(/(?:name: |gauge\(\s*)'(cay_\w+)'|# TYPE (cay_\w+)/g)].map(
      ([, name, written]) => name ?? written ?? '',
    ),
  )
}

async function ofEveryProcess(): Promise<Metric[]> {
  using reserved = await reservePort('127.0.0.1')
  const metrics = await serveMetrics({ bind: '127.0.0.1', port: reserved.port, service: 'control' })
  const text = await (await fetch(metrics.url)).text()
  await metrics.close()
  return [...text.matchAll(/^# TYPE ((?:process|nodejs)_\w+)/gm)].map(([, name = '']) => ({
    name,
    labels: [],
  }))
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const panels = (JSON.parse(read('deploy/grafana/cay.json')) as { panels: Panel[] }).panels
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))

test('every metric that a service defines is on the page, and the reverse', () => {
  expect([...new Set(documented().map(({ name }) => name))].sort()).toEqual([...new Set(defined())].sort())
})

test('every query of the dashboard asks for metrics that are there, by labels that they have', async () => {
  const known = [...documented(), ...(await ofEveryProcess())]
  expect(queries.length).toBeGreaterThan(20)
  for (const { title, expr } of queries) {
    const names = [...expr.matchAll(/\b(?:cay|process|nodejs)_\w+/g)].map(([name]) => name)
    expect([title, names.length]).toEqual([title, expect.toSatisfy((count: number) => count > 0)])
    const asked = names.map((name) => known.find((one) => isSeriesOf(name, one.name)))
    expect([title, names.filter((_, index) => asked[index] === undefined)]).toEqual([title, []])
    const allowed = [...labelsOfAll, ...asked.flatMap((metric) => metric?.labels ?? [])]
    const used = [
      ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
      ...[...expr.matchAll(/[{,]\s*(\w+)\s*[=!]/g)].map(([, label = '']) => label),
    ]
    expect([title, used.filter((label) => !allowed.includes(label))]).toEqual([title, []])
  }
})

test('every metric of Cay is on the dashboard, but those that only name what another one counts', () => {
  const shown = queries.map(({ expr }) => expr).join('\n')
  const missing = documented().filter(({ name }) => !shown.includes(name))
  expect(missing.map(({ name }) => name)).toEqual(['cay_node_artifact_cache_evictions_total'])
})

function isSeriesOf(asked: string, name: string): boolean {
  return asked === name || ['_bucket', '_count', '_sum'].some((suffix) => asked === name + suffix)
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { type Schema, take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Empty, Loaded } from '../../parts/states.tsx'
import { formatBytes } from '../../rules/format.ts'
import type { Plot, Series } from '../../sandbox/plot.ts'
import { useLive } from '../../use-live.ts'
import type { TabProps } from './tab.ts'

type Metric = Schema<'SandboxMetric'>

const everyMs = 5000
const ranges = [
  { title: 'Last 15 minutes', seconds: 900 },
  { title: 'Last hour', seconds: 3600 },
  { title: 'Last 24 hours', seconds: 86_400 },
] as const

interface Figure {
  readonly title: string
  readonly format: (value: number) => string
  readonly series: readonly { readonly label: string; readonly of: (metric: Metric) => number | null }[]
  readonly max?: (newest: Metric) => number
}

const percent = (value: number) => `${Math.round(value)} %`
const perSecond = (value: number) => `${formatBytes(value)}/s`

const figures: readonly Figure[] = [
  {
    title: 'CPU',
    format: percent,
    series: [{ label: 'of all CPUs', of: ({ cpuUsedPct }) => cpuUsedPct }],
    max: () => 100,
  },
  {
    title: 'Memory',
    format: formatBytes,
    series: [{ label: 'used', of: ({ memUsed }) => memUsed }],
    max: ({ memTotal }) => memTotal,
  },
  { title: 'Disk', format: formatBytes, series: [{ label: 'written', of: ({ diskUsed }) => diskUsed }] },
  {
    title: 'Network',
    format: perSecond,
    series: [
      { label: 'received', of: ({ networkReceivedRate }) => networkReceivedRate ?? null },
      { label: 'sent', of: ({ networkSentRate }) => networkSentRate ?? null },
    ],
  },
]

export function MetricsTab({ sandbox: { sandboxID } }: TabProps) {
  const api = useApi()
  const [seconds, setSeconds] = useState<number>(ranges[0].seconds)
  const load = (signal: AbortSignal) => {
    const start = Math.floor(Date.now() / 1000) - seconds
    const params = { path: { sandboxID }, query: { start } }
    return take(api.GET('/sandboxes/{sandboxID}/metrics', { params, signal }))
  }
  const live = useLive(load, { everyMs, key: `${sandboxID} ${seconds}` })
  return (
    <>
      <div class="filters">
        <select aria-label="Range" onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}>
          {ranges.map((range) => (
            <option key={range.title} value={String(range.seconds)}>
              {range.title}
            </option>
          ))}
        </select>
      </div>
      <Loaded live={live}>
        {(metrics) =>
          metrics.length === 0 ? (
            <Empty title="No metrics in this range" />
          ) : (
            <div class="plots">
              {figures.map((figure) => (
                <PlottedFigure key={figure.title} figure={figure} metrics={metrics} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function PlottedFigure({
  figure,
  metrics,
}: {
  readonly figure: Figure
  readonly metrics: readonly Metric[]
}) {
  const newest = metrics.at(-1)
  return (
    <figure class="plot">
      <figcaption>
        <b>{figure.title}</b>
        {figure.series.map(({ label, of }, index) => (
          <span key={label} class={figure.series.length > 1 ? `key-${index}` : ''}>
            {label} {formatNewest(figure, newest === undefined ? null : of(newest))}
          </span>
        ))}
      </figcaption>
      <Drawing figure={figure} metrics={metrics} />
    </figure>
  )
}

function formatNewest({ format }: Figure, value: number | null): string {
  return value === null ? '–' : format(value)
}

/** The library is loaded with the first plot. */
function Drawing({ figure, metrics }: { readonly figure: Figure; readonly metrics: readonly Metric[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [plot, setPlot] = useState<Plot>()
  useEffect(() => {
    let drawn: Plot | undefined
    let isLeft = false
    void import('../../sandbox/plot.ts').then(({ drawPlot }) => {
      if (isLeft || box.current === null) return
      const newest = metrics.at(-1)
      const max = newest === undefined ? undefined : figure.max?.(newest)
      drawn = drawPlot(box.current, {
        labels: figure.series.map(({ label }) => label),
        format: figure.format,
        isBytes: figure.format !== percent,
        max,
      })
      setPlot(drawn)
    })
    return () => {
      isLeft = true
      drawn?.remove()
    }
  }, [figure])
  useEffect(() => {
    const series: Series[] = figure.series.map(({ label, of }) => ({ label, values: metrics.map(of) }))
    plot?.update(
      metrics.map(({ timestampUnix }) => timestampUnix),
      series,
    )
  }, [plot, metrics, figure])
  return <div ref={box} class="plot-box" aria-hidden="true" />
}

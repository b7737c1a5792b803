/** Drawing with uPlot, in the colours of the page. */
import UPlot from 'uplot'
import { theme } from '../theme.ts'

export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
}

export interface Plot {
  /** Seconds since 1970, and a value of each series for each. */
  update(times: readonly number[], series: readonly Series[]): void
  remove(): void
}

export interface PlotOptions {
  readonly labels: readonly string[]
  readonly format: (value: number) => string
  /** Bytes, whose round figures are powers of two. */
  readonly isBytes: boolean
  /** The top of the scale, where the values have one. */
  readonly max: number | undefined
}

const height = 180
const axisWidth = 76
const timeWidth = 80
const timeHeight = 28
const byteSteps = Array.from({ length: 42 }, (_, power) => 2 ** power)
const colours = ['--accent', '--busy']

export function drawPlot(parent: HTMLElement, { labels, format, isBytes, max }: PlotOptions): Plot {
  const colour = (name: string) => getComputedStyle(parent).getPropertyValue(name)
  const axis = {
    stroke: () => colour('--minor'),
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const plot = new UPlot(
    {
      width: parent.clientWidth,
      height,
      cursor: { y: false },
      legend: { show: false },
      scales: { y: { range: (_, __, highest) => [0, max ?? Math.max(highest, 1) * 1.1] } },
      axes: [
        { ...axis, size: timeHeight, space: timeWidth, values: (_, times) => times.map(clockTime) },
        {
          ...axis,
          size: axisWidth,
          values: (_, values) => values.map(format),
          ...(isBytes ? { incrs: byteSteps } : {}),
        },
      ],
      series: [
        {},
        ...labels.map((label, index) => ({
          label,
          stroke: () => colour(colours[index] ?? '--accent'),
          width: 1.5,
          points: { show: false },
        })),
      ],
    },
    [[], ...labels.map(() => [])],
    parent,
  )
  const redraw = () => plot.redraw(false)
  const unfollow = theme.follow(redraw)
  const isDark = matchMedia('(prefers-color-scheme: dark)')
  isDark.addEventListener('change', redraw)
  const resized = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height }))
  resized.observe(parent)
  return {
    update: (times, series) => plot.setData([[...times], ...series.map(({ values }) => [...values])]),
    remove() {
      resized.disconnect()
      isDark.removeEventListener('change', redraw)
      unfollow()
      plot.destroy()
    },
  }
}

function clockTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString('en-GB')
}

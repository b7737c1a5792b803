/** The samples as people read them: one line per figure, its target, and by how much that is met or missed. */
import { median, percentile } from './statistics.ts'

export interface Figure {
  readonly name: string
  /** Milliseconds, in the order they were taken. */
  readonly samples: readonly number[]
  /** The samples of what it is held against, taken in turns with it. */
  readonly floor?: readonly number[]
  /** The largest ratio of the medians that is good enough. */
  readonly ratioMax?: number
  /** The same for the 99th percentile against the median of the floor. */
  readonly tailRatioMax?: number
}

/** A figure that is one number, and no time. */
export interface Reading {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The largest that is good enough. */
  readonly valueMax?: number
  /** The smallest that is good enough. */
  readonly valueMin?: number
}

export interface FigureSummary {
  readonly name: string
  readonly medianMs: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly count: number
  readonly ratio?: number
  readonly ratioMax?: number
  readonly tailRatio?: number
  readonly tailRatioMax?: number
}

export function summarise({ name, samples, floor, ratioMax, tailRatioMax }: Figure): FigureSummary {
  const summary = {
    name,
    medianMs: median(samples),
    p95Ms: percentile(samples, 95),
    p99Ms: percentile(samples, 99),
    count: samples.length,
  }
  if (floor === undefined) return summary
  return {
    ...summary,
    ratio: summary.medianMs / median(floor),
    ...(ratioMax === undefined ? {} : { ratioMax }),
    ...(tailRatioMax === undefined ? {} : { tailRatioMax, tailRatio: summary.p99Ms / median(floor) }),
  }
}

const nameWidth = 48

export function renderTable(figures: readonly FigureSummary[]): string {
  const columns = ['p50', 'p95', 'p99'].map((name) => name.padStart(8)).join('')
  const head = `${'milliseconds'.padEnd(nameWidth)}${columns}${'n'.padStart(5)}   ratio to the floor`
  return [head, ...figures.map(renderFigure)].join('\n')
}

function renderFigure(figure: FigureSummary): string {
  const times = [figure.medianMs, figure.p95Ms, figure.p99Ms].map((ms) => ms.toFixed(1).padStart(8))
  const numbers = `${times.join('')}${String(figure.count).padStart(5)}`
  const { ratio, ratioMax, tailRatio, tailRatioMax } = figure
  const ratios = [
    ratio === undefined ? '' : judged(ratio.toFixed(2), ratio, ratioMax),
    tailRatio === undefined ? '' : `p99 ${judged(tailRatio.toFixed(2), tailRatio, tailRatioMax)}`,
  ]
  return `${figure.name.padEnd(nameWidth)}${numbers}   ${ratios.filter((text) => text !== '').join('; ')}`.trimEnd()
}

export function renderReading({ name, value, unit, valueMax, valueMin }: Reading): string {
  const text = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`
  const told = valueMin === undefined ? judged(text, value, valueMax) : judgedLeast(text, value, valueMin)
  return `${name.padEnd(nameWidth)}${told}`
}

function judged(text: string, value: number, max: number | undefined): string {
  if (max === undefined) return text
  // Of nothing there are no hundredths.
  if (max === 0) return `${text}, target 0: ${value <= 0 ? 'met' : 'MISSED'}`
  const distance = `${Math.abs((value / max - 1) * 100).toFixed(0)} %`
  const verdict = value <= max ? `met, ${distance} below` : `MISSED, ${distance} above`
  return `${text}, target <= ${Number(max.toFixed(2))}: ${verdict}`
}

function judgedLeast(text: string, value: number, min: number): string {
  const distance = `${Math.abs((value / min - 1) * 100).toFixed(0)} %`
  const verdict = value >= min ? `met, ${distance} above` : `MISSED, ${distance} below`
  return `${text}, target >= ${min}: ${verdict}`
}

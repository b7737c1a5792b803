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
}

export interface FigureSummary {
  readonly name: string
  readonly medianMs: number
  readonly p95Ms: number
  readonly count: number
  readonly ratio?: number
  readonly ratioMax?: number
}

export function summarise({ name, samples, floor, ratioMax }: Figure): FigureSummary {
  const summary = {
    name,
    medianMs: median(samples),
    p95Ms: percentile(samples, 95),
    count: samples.length,
  }
  if (floor === undefined) return summary
  return {
    ...summary,
    ratio: summary.medianMs / median(floor),
    ...(ratioMax === undefined ? {} : { ratioMax }),
  }
}

const nameWidth = 42

export function renderTable(figures: readonly FigureSummary[]): string {
  const head = `${'milliseconds'.padEnd(nameWidth)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'n'.padStart(5)}   ratio to the floor`
  return [head, ...figures.map(renderFigure)].join('\n')
}

function renderFigure(figure: FigureSummary): string {
  const numbers = [
    figure.medianMs.toFixed(1).padStart(8),
    figure.p95Ms.toFixed(1).padStart(8),
    String(figure.count).padStart(5),
  ]
  return `${figure.name.padEnd(nameWidth)}${numbers.join('')}   ${renderRatio(figure)}`.trimEnd()
}

function renderRatio({ ratio, ratioMax }: FigureSummary): string {
  if (ratio === undefined) return ''
  if (ratioMax === undefined) return ratio.toFixed(2)
  const distance = `${Math.abs((ratio / ratioMax - 1) * 100).toFixed(0)} %`
  const verdict = ratio <= ratioMax ? `met, ${distance} below` : `MISSED, ${distance} above`
  return `${ratio.toFixed(2)}, target <= ${ratioMax.toFixed(2)}: ${verdict}`
}

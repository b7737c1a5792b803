/** What a section of the bench is given, and what it gives. */
import type { BareRestores } from './bare-restore.ts'
import type { Figure, Reading } from './report.ts'

export interface Measurement {
  readonly floor: BareRestores
  /** Of most figures; those whose tail counts take more, those that take long fewer. */
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export interface Measured {
  readonly figures: readonly Figure[]
  readonly readings: readonly Reading[]
  /** What was left out or cut short, and why. */
  readonly notes: readonly string[]
}

export function joined(parts: readonly Partial<Measured>[]): Measured {
  return {
    figures: parts.flatMap((part) => part.figures ?? []),
    readings: parts.flatMap((part) => part.readings ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
  }
}

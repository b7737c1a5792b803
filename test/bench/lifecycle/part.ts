/** What a part of the measurement is given, and what it gives. */
import type { BareRestores } from '../bare-restore.ts'
import type { OwnInstallation } from '../own-installation.ts'
import type { Figure, Reading } from '../report.ts'

export interface LifecycleMeasurement {
  readonly floor: BareRestores
  /** Of most figures; those whose tail counts take five times as many. */
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export interface LifecyclePart extends LifecycleMeasurement {
  readonly own: OwnInstallation
}

export interface Measured {
  readonly figures: readonly Figure[]
  readonly readings: readonly Reading[]
  /** What was left out or cut short, and why. */
  readonly notes: readonly string[]
}

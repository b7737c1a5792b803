/** What each part of the measurement is given. */
import type { Browser } from 'playwright-core'

export interface DashboardMeasurement {
  readonly browser: Browser
  readonly sandboxId: string
  readonly signal: AbortSignal
}

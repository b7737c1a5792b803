export interface PostgresMeasurement {
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

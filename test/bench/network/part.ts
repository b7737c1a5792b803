/** What a part of the measurement of the network is given. */
export interface NetworkMeasurement {
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
  /** Where the base template lies. */
  readonly templatesDir: string
}

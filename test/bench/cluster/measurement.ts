export interface ClusterMeasurement {
  readonly turns: number
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

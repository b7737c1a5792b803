/** What the orchestrator of this machine says of its node. */
export interface NodeFacts {
  readonly runtimeVersion: string
  readonly running: number
  readonly pooled: number
}

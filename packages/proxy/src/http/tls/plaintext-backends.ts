/** Where names lead: a port of this machine. */
export interface PlaintextBackends {
  readonly host: string
  portFor(name: string): number
}

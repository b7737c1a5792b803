/** The plaintext ports of this machine, by server name. */
export interface PlaintextBackends {
  readonly host: string
  portFor(name: string): number
}

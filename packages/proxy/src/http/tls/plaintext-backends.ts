/** The plaintext ports of this machine, by server name. */
export interface PlaintextBackends {
  readonly host: string
  portFor(name: string): number
  /** Present where a connection may name one host only: it is told that the connection from here is for it. */
  readonly bound?: {
    readonly name: string
    onConnected(source: { readonly address: string; readonly port: number }): () => void
  }
}

/** The plaintext ports of this machine, by server name. */
export interface PlaintextBackends {
  readonly host: string
  /** By which the plaintext ports tell this client from others; absent: they cannot. */
  readonly localAddress?: string
  portFor(name: string): number
  /** Present where a connection may name one host only: it is told that the connection from here is for it. */
  readonly bound?: {
    readonly name: string
    onConnected(source: { readonly address: string; readonly port: number }): () => void
  }
}

/** The option of a connection to them. */
export function sourceOf({ localAddress }: PlaintextBackends): { readonly localAddress?: string } {
  return localAddress === undefined ? {} : { localAddress }
}

/** Who this node is. Its keys never leave the machine. All certificates and keys are PEM. */
export interface NodeIdentity {
  readonly nodeId: string
  /** Of the cluster. */
  readonly authority: string
  readonly agent: KeyPair
  /** For the node's proxy. */
  readonly proxy: KeyPair
}

export interface KeyPair {
  readonly certificate: string
  readonly key: string
}

export interface IdentityStore {
  readonly current: NodeIdentity
  /** Durable when this returns; the proxy has its part as well. */
  replace(certificates: {
    readonly authority: string
    readonly agent: string
    readonly proxy: string
  }): Promise<void>
}

/** The control processes that the node dials, as it knew them last: host:port. */
export interface ReplicaStore {
  readonly current: readonly string[]
  replace(replicas: readonly string[]): Promise<void>
}

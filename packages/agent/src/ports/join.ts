/** The cluster, as a machine without a certificate meets it. */
export interface ClusterDoor {
  /** The certificate (PEM) that the control process at the address claims as its cluster's authority. */
  fetchAuthority(address: string): Promise<string>
  join(target: { readonly address: string; readonly authority: string }, request: JoinCall): Promise<Joined>
}

export interface JoinCall {
  readonly tokenId: string
  readonly secret: string
  readonly name: string
  readonly agentRequest: string
  readonly proxyRequest: string
  readonly version: string
  readonly arch: string
  readonly cpuFeatures: readonly string[]
}

export interface Joined {
  readonly nodeId: string
  readonly certificates: { readonly authority: string; readonly agent: string; readonly proxy: string }
  readonly settings: {
    readonly domain: string
    readonly blobsUrl: string
    readonly oidcIssuer: string
    readonly replicas: readonly string[]
  }
}

/** The cluster refuses this machine; the message is a sentence for whoever runs the command. */
export class JoinRefusedError extends Error {
  override name = 'JoinRefusedError'
}

/** Of a join: a key (PEM) and the request for its certificate, for each of the two processes that have one. */
export interface Keys {
  readonly agent: { readonly key: string; readonly request: string }
  readonly proxy: { readonly key: string; readonly request: string }
}

/**
 * The product word on the wire and everything spelled with it. It stands here once; unmodified clients of the
 * interface depend on it.
 */
export const productWord = 'e2b'

/** Routing headers are accepted under each of these prefixes, compared without case. */
export const routingHeaderPrefixes = ['E2b', 'Cay', 'Service'] as const

/** On errors of a node's RPCs: the code of docs/errors.md, which says more than that of the RPC. */
export const errorCodeHeader = 'x-cay-error-code'

export const headers = {
  apiKey: 'x-api-key',
  adminToken: 'x-admin-token',
  /** Of the teams of a user, the one that a request is about. */
  teamId: 'x-team-id',
  accessToken: 'x-access-token',
  trafficAccessToken: `${productWord}-traffic-access-token`,
  nextToken: 'x-next-token',
  totalRunning: 'x-total-running',
  /** On a create: a request that is sent again with it creates no second sandbox. */
  idempotencyKey: 'idempotency-key',
  /** On the answer to a create: an earlier request with its key has created the sandbox. */
  idempotentReplayed: 'idempotent-replayed',
  /** On every response of the control API; a client may choose it. */
  requestId: 'x-request-id',
  prefer: 'prefer',
  /** On answers, when requests are traced. */
  traceId: `x-${productWord}-trace-id`,
  /** Proof that a call of the daemon's internal paths comes from the node. */
  controlToken: 'x-cay-control-token',
  /** From the daemon: proof that it knows that token (kit/src/daemon-proof.ts). */
  daemonProof: 'x-cay-daemon-proof',
  /** On `/init`: its body is encrypted (kit/src/sealed-identity.ts). */
  sealed: 'x-cay-sealed',
  /**
   * From the proxy to the daemon on a stream, `NAME:ATTEMPT:COUNT`: what it calls the stream, the how manieth connection for
   * it this is, and how many frames of it have arrived. On the answer: the name, when the stream can be taken up again.
   */
  stream: 'x-cay-stream',
  /** From the proxy on Connect, `NAME:COUNT,...`: streams that a pause has cut; on the answer: the one that goes on. */
  cutStreams: 'x-cay-cut-streams',
  /** On Start: recent output is kept for those who connect later. */
  keepOutput: 'x-cay-keep-output',
  /** On Connect: the output that was kept comes first; on the answer: how many pieces of output that is. */
  replay: 'x-cay-replay',
  /** From the proxy on a call: the daemon applies what has the same key once. */
  once: 'x-cay-once',
  /** From control to a node, on a request for the content of a volume: the team of the volume. */
  contentTeam: 'x-cay-content-team',
  /** From the proxy of one node to that of another, on a request for a sandbox there. */
  hop: 'x-cay-hop',
  /**
   * On 421 from the proxy of another node, which has no such sandbox: the epoch of the sandbox's last placement that it
   * knows of; 0 for none.
   */
  knownEpoch: 'x-cay-known-epoch',
  keepalivePingInterval: 'keepalive-ping-interval',
  connectTimeoutMs: 'connect-timeout-ms',
  grpcTimeout: 'grpc-timeout',
  metadataPrefix: 'x-metadata-',
} as const

/**
 * The egress gateway connects to the proxy from this address of the loopback when a sandbox calls the URL of another. The proxy
 * leads such connections to sandboxes only.
 */
export const gatewaySourceAddress = '127.67.65.89'

/** `e2b_` and 40 hex digits. */
export const apiKeyPrefix = `${productWord}_`

/** Before the hexadecimal digits of the admin token, so that it is known by its shape wherever it stands. */
export const adminTokenPrefix = 'cay_admin_'

/** The `iss` of tokens for the content of a volume. */
export const volumeTokenIssuer = 'cay'

/** What proves that a sign-in ends in the browser that began it: over TLS, and without it. */
export const signInCookies = ['__Host-cay_sign_in', 'cay_sign_in'] as const

/** User xattrs with this prefix are a file's metadata. */
export const metadataXattrPrefix = `user.${productWord}.`

/** Where the volumes of a sandbox are mounted in it, each in a directory named by its index. */
export const volumesDirectory = '/run/cay/volumes'

/** Variables the daemon sets in every process of a sandbox. */
export const guestVariables = {
  isSandbox: 'E2B_SANDBOX',
  sandboxId: 'E2B_SANDBOX_ID',
  templateId: 'E2B_TEMPLATE_ID',
  eventsAddress: 'E2B_EVENTS_ADDRESS',
} as const

/** Where the daemon's helper answers, inside every sandbox. */
export const guestHelperAddress = '192.0.2.1'

/** Directory in the guest that holds one file per guest variable. */
export const guestRunDirectory = `/run/${productWord}`

/** What `envdVersion` reports: the level of the interface our daemon speaks. */
export const envdVersion = '0.6.13'

/** Responses carry this constant for clients of the old schema. */
export const clientId = '6532622b'

/** How the proxy asks the daemon for a server that listens on the sandbox's loopback only; the port is in the query. */
export const loopbackTcp = { path: '/loopback-tcp', protocol: 'tcp' } as const

/** How clients connect to a TCP port from within a sandbox; host and port are in the query. Frames follow: core/tunnel/tcp-frames.ts. */
export const tcpTunnel = { path: '/tcp', protocol: 'cay-tcp' } as const

/** What the node asks the daemon of a sandbox for, beside `/init`. */
export const nodePaths = {
  /** `GET`: the daemon proves that it knows the control token; the nonce is in the query. */
  proof: '/proof',
  /** `GET`: what is alive in the sandbox and being served, as numbers. */
  idle: '/idle',
  /** `GET`: lines of the sandbox's log from a place on. */
  sandboxLogs: '/sandbox-logs',
  /** `POST`: the daemon gives back what memory it does not need; before the sandbox is saved as a template. */
  trimMemory: '/memory/trim',
  /** `POST`: all that was changed in the root file system, for a sandbox to be made from its disk alone. */
  exportChanges: '/changes/export',
  /** `POST`: the same, into a sandbox that was just booted. */
  importChanges: '/changes/import',
} as const

/** Paths of the daemon that only the node may call. The proxy answers 404 for them. */
export const internalDaemonPaths = [
  '/init',
  '/freeze',
  '/unfreeze',
  '/fsfreeze',
  '/fsthaw',
  '/collapse',
  '/upgrade',
  loopbackTcp.path,
  ...Object.values(nodePaths),
] as const

/** Error texts that clients compare byte for byte. */
export const wireTexts = {
  sandboxNotFound: 'The sandbox was not found',
  portClosed: 'The sandbox is running but port is not open',
  healthy: 'Health check successful',
} as const

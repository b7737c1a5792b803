/** Every limit of the proxy, with its unit. Reaching one is answered or logged; it is never an internal error. */
export const bounds = {
  /** Maximum size of a request or response head, and of its trailers. */
  headerBytesMax: 64 * 1024,
  /** Maximum size of a response head on the fast path. */
  fastPathHeadBytesMax: 16 * 1024,
  /** From the first byte of a request to the end of its head. */
  headerMsMax: 60_000,
  /** Idle timeout of a connection, in both directions; requests have no total timeout. */
  idleMsMax: 610_000,
  /** Client connections over all sandboxes: docs/proxy.md says which are closed when there are many. */
  clientConnectionsMax: 16_384,
  /** Those with TLS: as many to sandboxes and to the API as these take, and some in a handshake. */
  tlsConnectionsMax: 20_480,
  /** Requests in flight over all sandboxes; each team has a share (core/fairness/share.ts). */
  requestsInFlightMax: 32_768,
  /** Timeout of a TLS handshake. */
  handshakeMsMax: 15_000,
  /** Concurrent streams of one HTTP/2 connection. */
  http2StreamsMax: 250,
  /** How often the certificate is read or issued again. */
  certificateRenewalMs: 3_600_000,
  /** Lifetime of a certificate that the installation issues. */
  certificateDays: 30,
  /** Pipelined requests of one client connection. */
  pipelinedRequestsMax: 100,
  dialAttemptsMax: 5,
  /** The backoff between attempts is 1, 2, 3 and 4 times this. */
  dialWaitStepMs: 100,
  dialAttemptMsMax: 2000,
  /** A connect that takes longer may have met a sandbox that was just frozen. */
  dialMsUntilWake: 250,
  wakeMsMax: 5000,
  /** How long a request may be pending while its sandbox is paused, resumed or captured. */
  pendingMsMax: 60_000,
  /** Pending requests over all sandboxes; each team has a share. Of each body at most 64 KiB are read ahead (Node's own buffer). */
  pendingRequestsMax: 2048,
  /** Delay before a resume is requested again from an orchestrator that was unavailable. */
  resumeRetryMs: 500,
  /** Maximum idle timeout of a pooled upstream connection. */
  idleConnectionMsMax: 2000,
  idleConnectionsPerSandboxMax: 256,
  /** How long a port is remembered as closing its connections; another server may have taken the port since. */
  keepAliveRecheckMs: 60_000,
  /** How long a port is remembered as needing the slow path. */
  slowPathMs: 60_000,
  /** Ports that are remembered, for each of the two reasons. */
  rememberedPortsMax: 10_000,
  /** How long a broken connection waits for the route update that explains it. */
  routeUpdateGraceMs: 100,
  /** Retry buffer of one request body, and of all together; each team has a share of these. */
  retryBufferBytesMax: 256 * 1024,
  retryBuffersBytesMax: 64 * 1024 * 1024,
  /** Maximum size of one frame of a resumable stream; envd sends less than 64 KiB. */
  frameBytesMax: 1024 * 1024,
  /** Consecutive reconnects of a stream whose sandbox was not captured. */
  streamReconnectsMax: 5,
  /** Streams interrupted by a pause of which the position is remembered. */
  interruptedStreamsPerSandboxMax: 64,
  interruptedStreamSandboxesMax: 1024,
  /** How long envd may take to close its side of a stream whose client has left. */
  gracefulCloseMsMax: 2000,
  /** Idle timeout of a WebSocket after the proxy has sent a Close frame. */
  closeMsMax: 10_000,
  /** Bytes that a client may send before the response to its Upgrade. */
  earlyBytesMax: 64 * 1024,
  /** Unsent bytes to a client at which further informational responses (1xx) are dropped. */
  informationalBacklogBytesMax: 64 * 1024,
  /** Minimum interval between two lookups of unknown sandboxes. */
  routeLookupGapMs: 50,
  routeLookupMsMax: 2000,
  /** Maximum size of one message from the orchestrator. */
  orchestratorMessageBytesMax: 64 * 1024 * 1024,
  /** The orchestrator sends a keepalive every 5 s; after this silence the stream is considered broken. */
  orchestratorSilenceMsMax: 15_000,
  /** Locations of sandboxes on other nodes that are remembered. */
  locationsMax: 100_000,
  /** Ids that control did not know, and how long each is remembered. */
  missingSandboxesMax: 10_000,
  missingSandboxMs: 1000,
  /** Concurrent calls of control for locations, and ids in each. */
  locateCallsMax: 4,
  locateIdsMax: 512,
  locateMsMax: 5000,
  /** How often a request is sent to a node, or a location is asked for, before its client gets an error. */
  hopAttemptsMax: 5,
  /** The backoff before control is asked again for what has not changed is 1, 2, 4, … times this, up to the maximum. */
  hopWaitMs: 50,
  hopWaitMsMax: 500,
  /** Opening a connection to the proxy of another node, with its TLS handshake. */
  hopDialMsMax: 2000,
  /** Less than what the other proxy allows, so that only its end closes an idle connection. */
  idleHopMs: 60_000,
  idleHopsPerNodeMax: 256,
  /** What the header of a hop adds to a request head. */
  hopHeaderBytesMax: 1024,
  /** How often the files of the certificate are looked at: until there are some, and then. */
  identityMissingMs: 1000,
  identityCheckMs: 10_000,
  /** How long requests in flight may take to complete when the proxy stops. */
  stopGraceMs: 1000,
} as const

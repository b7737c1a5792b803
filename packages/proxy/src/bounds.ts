/** Every bound of the proxy, with its unit. Reaching one is answered or logged, never a fault. */
export const bounds = {
  /** Of a request's or an answer's head, and of its trailers. */
  headerBytesMax: 64 * 1024,
  /** Of an answer's head that is read without Node's client. */
  fastPathHeadBytesMax: 16 * 1024,
  /** From the first byte of a request to the end of its head. */
  headerMsMax: 60_000,
  /** Without a byte in either direction; requests have no bound on their total time. */
  idleMsMax: 610_000,
  /** Of clients, over all sandboxes; beyond it a connection is not accepted. */
  clientConnectionsMax: 16_384,
  /** Of a TLS client. */
  handshakeMsMax: 15_000,
  /** Requests of one HTTP/2 connection under way at once. */
  http2StreamsMax: 250,
  /** How often the certificate is looked at: one that was replaced, or is to be made anew. */
  certificateRenewalMs: 3_600_000,
  /** How long one of our own is good for. */
  certificateDays: 30,
  /** Requests that a client may send on one connection ahead of their answers. */
  requestsAheadMax: 100,
  dialAttemptsMax: 5,
  /** Waits between attempts are 1, 2, 3 and 4 of these. */
  dialWaitStepMs: 100,
  dialAttemptMsMax: 2000,
  /** A dial that takes longer may have met a sandbox that was just frozen. */
  dialMsUntilWake: 250,
  wakeMsMax: 5000,
  /** For a sandbox that is being paused, resumed or captured. */
  pendingMsMax: 60_000,
  /** Requests that wait so, over all sandboxes; of their bodies no more is read than Node reads ahead, 64 KiB each. */
  pendingRequestsMax: 2048,
  /** Between questions to an orchestrator that could not answer. */
  resumeRetryMs: 500,
  /** A client's connection into a sandbox, after its answer, for the client's next request. */
  idleConnectionMsMax: 2000,
  idleConnectionsPerSandboxMax: 256,
  /** A server that does not keep connections is asked again after this, since another may have taken its port. */
  keepAliveRecheckMs: 60_000,
  /** A server whose answers Node's client had to read is read by it from the beginning for so long. */
  slowPathMs: 60_000,
  /** Of either kind, known at a time. */
  rememberedPortsMax: 10_000,
  /** How long a connection may have been broken before the news of the checkpoint that broke it. */
  routeUpdateGraceMs: 100,
  /** Of a request's body, kept in case it must be sent again; and of all of them together. */
  retryBufferBytesMax: 256 * 1024,
  retryBuffersBytesMax: 64 * 1024 * 1024,
  /** Of one frame of a stream that can be taken up again; the daemon's are below 64 KiB. */
  frameBytesMax: 1024 * 1024,
  /** Connections in a row on which a stream was not taken up, although the sandbox was not captured. */
  streamReconnectsMax: 5,
  /** Streams cut by pauses of which is known how much has arrived. */
  interruptedStreamsPerSandboxMax: 64,
  interruptedStreamSandboxesMax: 1024,
  /** What a guest whose client has left may take to close its end of a stream. */
  gracefulCloseMsMax: 2000,
  /** Without a byte, after a WebSocket was told that its sandbox is paused or has ended. */
  closeMsMax: 10_000,
  /** What a client may send ahead of the answer to its Upgrade. */
  earlyBytesMax: 64 * 1024,
  /** Unsent bytes to a client at which further interim answers (1xx) are left out. */
  interimBacklogBytesMax: 64 * 1024,
  /** Between two questions to the orchestrator about sandboxes we do not know. */
  routeLookupGapMs: 50,
  routeLookupMsMax: 2000,
  /** Of one message of the orchestrator. */
  orchestratorMessageBytesMax: 64 * 1024 * 1024,
  /** The orchestrator says something every 5 s; after this long it is taken for gone. */
  orchestratorSilenceMsMax: 15_000,
  /** What is being carried when the proxy stops may end by itself for this long. */
  stopGraceMs: 1000,
} as const

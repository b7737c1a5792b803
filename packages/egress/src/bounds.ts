import { otherFilesMax, sandboxConnectionsMax } from '@cay/kit/open-files-required.ts'

/** Every bound of the gateway, with its unit. Reaching one is a refusal that can be seen, never a fault. */
export const bounds = {
  /** Of one sandbox, those that are being decided or dialled included. */
  sandboxConnectionsMax: 2048,
  /** Sandboxes that do not run and whose denials are kept; those that went first are forgotten. */
  suspendedSandboxesMax: 1000,
  /** Over all sandboxes; beyond it a connection is not accepted. */
  connectionsMax: sandboxConnectionsMax,
  /** For DNS queries, calls and the service itself. */
  otherFilesMax,
  /** Between two warnings that connections are not accepted. */
  dropWarningEveryMs: 10_000,
  /** Connections and DNS queries from untracked addresses that wait until the gateway hears of their sandbox. */
  untrackedWaitersMax: 512,
  /** The same, of one of these sources. */
  untrackedWaitersPerAddressMax: 32,
  untrackedWaitMsMax: 2000,
  /** For the first bytes to name somebody; what has not by then is decided by its address. */
  firstBytesMsMax: 5000,
  dialMsMax: 15_000,
  /** Of a name: the first that answers is taken. */
  dialAddressesMax: 3,
  /** Without a byte in either direction. */
  idleHoursMax: 12,
  /** Until probes are sent on a silent connection to the outside. */
  keepAliveMs: 5 * 60_000,
  /** For a refused client to read its answer. */
  farewellMsMax: 5000,
  /** After a reset for a checkpoint. */
  refuseMsMax: 30_000,
  /** How old the list of the node's own addresses may be. */
  nodeAddressesMsMax: 5000,
  /** DNS queries of one sandbox: so many in a burst, and so many per second after it. */
  queriesBurst: 400,
  queriesPerSecond: 100,
  /** A response counts as one query more for each so many bytes, because parsing it takes as long. */
  responseBytesPerQuery: 512,
  sandboxQueriesInFlightMax: 64,
  queriesInFlightMax: 1024,
  /** Until the next resolver is asked. */
  resolverMsMax: 2000,
  resolversMax: 3,
  /** Of what a resolver answers. */
  resolverAnswerBytesMax: 16 * 1024,
  /** Of an answer over UDP: what passes everywhere without being cut. */
  datagramBytesMax: 1232,
  /** Of an answer over TCP. */
  dnsMessageBytesMax: 64 * 1024,
  /** Without a query on a DNS connection. */
  dnsIdleMsMax: 10_000,
  /** How long a secret's value is used without asking for it again. */
  secretFreshMsMax: 2000,
  /** The same while control does not answer. */
  secretStaleMsMax: 5 * 60_000,
  /** To control, at once. */
  vaultCallsMax: 64,
  vaultCallMsMax: 5000,
  /** Certificates made for sandboxes that are kept, how long, and how long they are good for. */
  leavesMax: 1000,
  leafHoursMax: 24,
  leafDays: 30,
  /** Of an intercepted connection, on both sides together. */
  handshakeMsMax: 15_000,
  /** Until the head of a request that is to be refused has come. */
  refusedHeadMsMax: 5000,
  /** Requests of one HTTP/2 connection under way at once. */
  streamsMax: 100,
  /** Of the headers of one HTTP/2 request or answer. */
  headerListBytesMax: 64 * 1024,
  /** What one HTTP/2 stream, and one connection, may have under way towards us. */
  streamWindowBytes: 1024 * 1024,
  connectionWindowBytes: 4 * 1024 * 1024,
  /** Of the answer of an HTTP proxy to CONNECT. */
  proxyAnswerBytesMax: 16 * 1024,
  /** Refusals that the keeper of logs has not been told of; older ones are only listed. */
  pendingDenialsMax: 2000,
  /** Places of refused packets in one call. */
  reportedPacketsMax: 4096,
  denialSilenceMsMax: 5000,
  bindRetryMsMin: 100,
  bindRetryMsMax: 2000,
  /** How long the gateway may not be open at a start before that is a warning, and until the next one. */
  bindQuietMs: 10_000,
  bindWarningEveryMs: 60_000,
  /** Callers that wait at once for the gateway to hear of a sandbox. */
  awaitersMax: 4096,
  awaitMsMax: 5000,
  nodeCallMsMax: 5000,
  nodeMessageBytesMax: 64 * 1024 * 1024,
  /** The node says something every 5 s; after this long it is taken for gone. */
  nodeSilenceMsMax: 15_000,
} as const

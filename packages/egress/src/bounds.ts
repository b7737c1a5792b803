import { otherFilesMax, sandboxConnectionsMax } from '@cay/kit/open-files-required.ts'

/** Every limit of the gateway, with its unit. Reaching one is a visible denial, never a fault. */
export const bounds = {
  /** Connections of one sandbox, pending ones included. */
  sandboxConnectionsMax: 2048,
  /** Suspended sandboxes whose denials are kept; the oldest are dropped. */
  suspendedSandboxesMax: 1000,
  /** Connections of all sandboxes, of which each team has a share (core/fairness/share.ts). */
  connectionsMax: sandboxConnectionsMax,
  /** Time of the thread between two looks at all connections, shared between the teams that are busy. */
  turnMs: 1,
  /** The least that a team gets of it. */
  shareMsMin: 0.25,
  /** What a team has used beyond its share is taken off the next ones, up to this. */
  debtMsMax: 20,
  /** More than this for one step is a pause of the process, which is nobody's doing. */
  chargeMsMax: 0.5,
  /** What reading a piece takes: at least so long, and so many bytes in a millisecond. */
  pieceMsMin: 0.01,
  bytesReadPerMs: 4 * 1024 * 1024,
  /** What is counted for a connection beside the code that accepts it: its dial and its end. */
  connectionMs: 0.2,
  /** The same for each TLS handshake that ends in the gateway, and each HTTP/2 request. */
  handshakeMs: 2,
  requestMs: 0.2,
  /** The same for each DNS query. */
  queryMs: 0.1,
  /** Connections that are accepted in a turn. */
  acceptedPerTurnMax: 64,
  /** For DNS queries, calls and the service itself. */
  otherFilesMax,
  /** Between two warnings about dropped connections. */
  dropWarningEveryMs: 10_000,
  /** Connections and DNS queries from untracked addresses that wait until the gateway hears of their sandbox. */
  untrackedWaitersMax: 512,
  /** The same for one address. */
  untrackedWaitersPerAddressMax: 32,
  untrackedWaitMsMax: 2000,
  /** To receive a host name in the first bytes; after it the address decides. */
  firstBytesMsMax: 5000,
  dialMsMax: 15_000,
  /** Addresses of a name to try in turn. */
  dialAddressesMax: 3,
  /** Idle timeout in both directions. */
  idleHoursMax: 12,
  /** TCP keepalive of upstream connections. */
  keepAliveMs: 5 * 60_000,
  /** For a denied client to read its response. */
  farewellMsMax: 5000,
  /** Refusal of connections after a reset for a checkpoint. */
  refuseMsMax: 30_000,
  /** DNS queries of one sandbox: so many in a burst, and so many per second after it. */
  queriesBurst: 400,
  queriesPerSecond: 100,
  /** A response counts as one query more for each so many bytes, because parsing it takes as long. */
  responseBytesPerQuery: 512,
  sandboxQueriesInFlightMax: 64,
  /** Of all sandboxes; each team has a share. */
  queriesInFlightMax: 1024,
  /** Timeout of one resolver, before the next one is tried. */
  resolverMsMax: 2000,
  resolversMax: 3,
  /** Of a resolver's response. */
  resolverResponseBytesMax: 16 * 1024,
  /** Of a response over UDP: passes every path without fragmentation. */
  datagramBytesMax: 1232,
  /** Of a response over TCP. */
  dnsMessageBytesMax: 64 * 1024,
  /** Without a query on a DNS connection. */
  dnsIdleMsMax: 10_000,
  /** How long a cached secret is used without fetching it again. */
  secretFreshMsMax: 2000,
  /** The same while control does not answer. */
  secretStaleMsMax: 5 * 60_000,
  /** Calls to control in progress; each team has a share. */
  vaultCallsMax: 64,
  vaultCallMsMax: 5000,
  /** Leaf certificates that are cached, for how long, and their validity. */
  leavesMax: 1000,
  leafHoursMax: 24,
  leafDays: 30,
  /** TLS handshakes of an intercepted connection, both together. */
  handshakeMsMax: 15_000,
  /** To receive the head of a request that will be denied. */
  refusedHeadMsMax: 5000,
  /** Concurrent streams of one HTTP/2 connection. */
  streamsMax: 100,
  /** Of the headers of one HTTP/2 request or response. */
  headerListBytesMax: 64 * 1024,
  /** Receive windows of an HTTP/2 stream and of a connection. */
  streamWindowBytes: 1024 * 1024,
  connectionWindowBytes: 4 * 1024 * 1024,
  /** Of the response of an HTTP proxy to CONNECT. */
  proxyResponseBytesMax: 16 * 1024,
  /** Denials that the orchestrator has not read yet; older ones are listed only. */
  pendingDenialsMax: 2000,
  /** Destinations of dropped packets in one call. */
  reportedPacketsMax: 4096,
  denialSilenceMsMax: 5000,
  bindRetryMsMin: 100,
  bindRetryMsMax: 2000,
  /** How long binding may fail at a start before it is a warning, and until the next warning. */
  bindQuietMs: 10_000,
  bindWarningEveryMs: 60_000,
  /** Callers that wait for an update of a sandbox. */
  awaitersMax: 4096,
  awaitMsMax: 5000,
  nodeCallMsMax: 5000,
  nodeMessageBytesMax: 64 * 1024 * 1024,
  /** The orchestrator sends a keepalive every 5 s; after this long its stream counts as broken. */
  nodeSilenceMsMax: 15_000,
} as const

import { realPath } from './host/real-path.ts'
import type { LogLevelName } from './log.ts'
import { type Environment, SettingError } from './settings.ts'
import { readSetting, type tlsModes } from './settings-table.ts'

/** What all services of one installation read alike. */
export interface CommonSettings {
  readonly dataDir: string
  /** Address that the public ports bind to. */
  readonly bind: string
  readonly apiPort: number
  readonly proxyPort: number
  readonly logLevel: LogLevelName
  /** `off`: the two ports above speak plain HTTP and nothing else is there. */
  readonly tls: TlsMode
  /** Of the door that speaks TLS, for the API and all sandboxes. */
  readonly tlsPort: number
  /** The first of the user and group ids that services run under (service-users.ts). */
  readonly uidBase: number
}

export type TlsMode = (typeof tlsModes)[number]

export function readCommonSettings(env: Environment): CommonSettings {
  return {
    dataDir: readDataDir(env),
    bind: readSetting(env, 'CAY_BIND'),
    apiPort: readSetting(env, 'CAY_API_PORT'),
    proxyPort: readSetting(env, 'CAY_PROXY_PORT'),
    tls: readSetting(env, 'CAY_TLS'),
    tlsPort: readSetting(env, 'CAY_TLS_PORT'),
    uidBase: readSetting(env, 'CAY_UID_BASE'),
    logLevel: readSetting(env, 'CAY_LOG_LEVEL'),
  }
}

/** Bytes that the system allows the path of a socket. */
const socketPathBytesMax = 107

/**
 * In its one spelling: mounts, locks and the machine's list of installations know a directory by its path. Not every
 * path is possible, because sockets lie below it.
 */
function readDataDir(env: Environment): string {
  const path = readSetting(env, 'CAY_DATA_DIR')
  const dataDir = findRealPath(path)
  const room = socketPathBytesMax - Buffer.byteLength(dataLayout('').orchestratorSocket)
  if (Buffer.byteLength(dataDir) > room)
    throw new SettingError('CAY_DATA_DIR', dataDir, `a path of at most ${room} bytes, for sockets below it`)
  return dataDir
}

function findRealPath(path: string): string {
  try {
    return realPath(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingError('CAY_DATA_DIR', path, `a directory, or where one can be made (${reason})`)
  }
}

/** Follows the name of the SQLite database once its records are in PostgreSQL. */
export const movedSuffix = '.moved'

/** Where things lie below the data directory. */
export function dataLayout(dataDir: string) {
  return {
    /** All that control writes. No other service reaches it. */
    control: `${dataDir}/control`,
    database: `${dataDir}/control/cay.db`,
    apiKeyFile: `${dataDir}/control/api-key`,
    /** What opens the routes of whoever runs the installation. */
    adminTokenFile: `${dataDir}/control/admin-token`,
    /** Encrypts the secrets in the database. */
    secretsKeyFile: `${dataDir}/control/secrets-key`,
    /** Where the records of its cluster are. Only root reads it. */
    clusterFile: `${dataDir}/cluster.json`,
    /** What a machine that joined a cluster is. Only root reads it. */
    nodeFile: `${dataDir}/node.json`,
    /** What the node was told to be. */
    nodeStatusFile: `${dataDir}/node-status.json`,
    /** The lease with its cluster, if the node has joined one. */
    nodeLeaseFile: `${dataDir}/node-lease.json`,
    templates: `${dataDir}/templates`,
    /** Root file systems that are in the object store, each under a name of its own. */
    sharedRootfs: `${dataDir}/shared-rootfs`,
    containers: `${dataDir}/containers`,
    cache: `${dataDir}/cache`,
    logs: `${dataDir}/logs`,
    /** What the sandboxes wrote, also those that are gone. */
    sandboxLogs: `${dataDir}/sandbox-logs`,
    /** What they used. */
    sandboxMetrics: `${dataDir}/sandbox-metrics`,
    /** Segments of logs and metrics on their way to or from the object store. */
    segmentUploads: `${dataDir}/segment-uploads`,
    /** Names of sandboxes that came from the object store, until their logs and metrics have come too. */
    adoptedSandboxes: `${dataDir}/adopted-sandboxes`,
    run: `${dataDir}/run`,
    /** Each socket is in a directory of its own, which says who may connect (service-users.ts). */
    orchestratorSocket: `${dataDir}/run/orchestrator/rpc.sock`,
    egressSocket: `${dataDir}/run/egress/rpc.sock`,
    /** Control's: it gives out secrets. */
    vaultSocket: `${dataDir}/run/vault/rpc.sock`,
    /** Control's, for the node alone: it gives out keys of artifacts. */
    artifactsSocket: `${dataDir}/run/artifacts/rpc.sock`,
    /** Of control, or of the agent that leads to it, for a node of a cluster. */
    clusterSocket: `${dataDir}/run/cluster/rpc.sock`,
    /** What the node is, if it has joined a cluster, with its keys. All that the agent writes. */
    nodeIdentity: `${dataDir}/node-identity`,
    /** What of it the proxy reads: `cert.pem`, `key.pem` and the cluster's `ca.pem`. */
    edgeIdentity: `${dataDir}/run/edge-identity`,
    /** What each service sees of the machine is put together here. */
    views: `${dataDir}/run/views`,
    /** Copies of the operator's files that only root may read, for the services that settings name them to. */
    lentFiles: `${dataDir}/run/lent`,
    /** The authority that sandboxes trust beside the world's. */
    egressAuthority: `${dataDir}/egress-authority`,
    /** Says which database has the authorities. */
    authoritiesKept: `${dataDir}/authorities-kept`,
    /** The authority that vouches for the installation's own names. */
    tlsAuthority: `${dataDir}/tls-authority`,
    supervisorFile: `${dataDir}/run/up.json`,
  }
}

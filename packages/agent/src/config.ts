/** Where the agent's files and sockets are. It has no settings of its own. */
import { type CommonSettings, dataLayout } from '@cay/kit/data-layout.ts'
import type { LocalSocket } from './dialect/local-services.ts'

export interface AgentConfig {
  readonly identityFile: string
  readonly replicasFile: string
  readonly pendingKeysFile: string
  /** Written by `cay up` where control runs beside the agent: what to join with. */
  readonly joinOrderFile: string
  readonly edgeIdentity: string
  readonly orchestratorSocket: string
  readonly sockets: Readonly<Record<LocalSocket, string>>
}

export function readConfig({ dataDir }: CommonSettings): AgentConfig {
  const layout = dataLayout(dataDir)
  return {
    identityFile: `${layout.nodeIdentity}/identity.json`,
    replicasFile: `${layout.nodeIdentity}/replicas.json`,
    pendingKeysFile: `${layout.nodeIdentity}/pending-keys.json`,
    joinOrderFile: `${layout.nodeIdentity}/join.json`,
    edgeIdentity: layout.edgeIdentity,
    orchestratorSocket: layout.orchestratorSocket,
    sockets: { vault: layout.vaultSocket, artifacts: layout.artifactsSocket, cluster: layout.clusterSocket },
  }
}

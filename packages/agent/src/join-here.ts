/** Joins a cluster from this machine, and writes what makes it a node below the data directory. */
import { fingerprintOf } from '@cay/kit/certificates/members.ts'
import { joinCluster } from './app/join-cluster.ts'
import type { AgentConfig } from './config.ts'
import { clusterDoor } from './edge/cluster-door.ts'
import { writeIdentity, writeReplicas } from './edge/identity-files.ts'
import { readMachine } from './edge/machine-facts.ts'
import { ensurePendingKeys, forgetPendingKeys } from './edge/pending-keys.ts'
import type { Joined } from './ports/join.ts'

export interface JoinTarget {
  /** host:port of a control process. */
  readonly address: string
  /** Of the node. */
  readonly name: string
  readonly token: string
}

/** Throws JoinRefusedError. The identity is written last: with it the machine is a node. */
export async function joinHere(
  { identityFile, replicasFile, pendingKeysFile }: AgentConfig,
  { address, name, token }: JoinTarget,
): Promise<{ readonly nodeId: string; readonly settings: Joined['settings'] }> {
  const deps = { door: clusterDoor, keys: () => ensurePendingKeys(pendingKeysFile), fingerprintOf }
  const { identity, settings } = await joinCluster(deps, { address, token, machine: await readMachine(name) })
  await writeReplicas(replicasFile, settings.replicas)
  await writeIdentity(identityFile, identity)
  await forgetPendingKeys(pendingKeysFile)
  return { nodeId: identity.nodeId, settings }
}

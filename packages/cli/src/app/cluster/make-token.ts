/** Tokens that let machines join the cluster, made where control runs: with its database and its key. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { localNodeId } from '@cay/core/placement/node-id.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { Installation } from '../../installation.ts'
import { runToEnd } from '../service/run-to-end.ts'

export async function makeToken(installation: Installation, nodeId?: string): Promise<string> {
  const args = nodeId === undefined ? [] : [nodeId]
  const [token] = await runToEnd({ ...installation.tokenMaker, args, env: installation.env })
  if (token === undefined) throw new Error('no token was made')
  return token
}

/**
 * A machine with a control process is a node as well: its agent joins with a token that is made here, once. Its node keeps the id that
 * its records have. Written before the directory is given to the agent's user.
 */
export async function ensureJoinOrder(installation: Installation): Promise<void> {
  const { layout, settings } = installation
  if (settings.clusterAddress === undefined || existsSync(`${layout.nodeIdentity}/identity.json`)) return
  const order = {
    address: settings.clusterAddress,
    name: nodeNameOf(hostname()),
    token: await makeToken(installation, localNodeId),
  }
  await mkdir(layout.nodeIdentity, { recursive: true, mode: 0o700 })
  await writeAtomic(`${layout.nodeIdentity}/join.json`, `${JSON.stringify(order)}\n`)
}

/** As node names are spelled. */
export function nodeNameOf(host: string): string {
  return host.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')
}

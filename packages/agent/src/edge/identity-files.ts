/** The node's identity below the data directory: one file, so that keys and certificates always belong together. */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno } from '@cay/kit/host/errno.ts'
import { writeAtomic } from '@cay/kit/host/write-atomic.ts'
import { parseIdentity, parseReplicas } from '../dialect/identity-file.ts'
import type { IdentityStore, KeyPair, NodeIdentity, ReplicaStore } from '../ports/node-identity.ts'

const privateMode = 0o600
/** The proxy has it by the group of the directory. */
const proxyMode = 0o640

export interface IdentityPaths {
  readonly identityFile: string
  /** The directory of what the node's proxy reads. */
  readonly edgeIdentity: string
}

export async function openIdentity({ identityFile, edgeIdentity }: IdentityPaths): Promise<IdentityStore> {
  let current = await readIdentity(identityFile)
  await writeForProxy(edgeIdentity, current)
  return {
    get current() {
      return current
    },
    async replace({ authority, agent, proxy }) {
      const next = {
        ...current,
        authority,
        agent: { ...current.agent, certificate: agent },
        proxy: { ...current.proxy, certificate: proxy },
      }
      await writeIdentity(identityFile, next)
      current = next
      await writeForProxy(edgeIdentity, next)
    },
  }
}

export async function writeIdentity(path: string, identity: NodeIdentity): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeAtomic(path, `${JSON.stringify(identity, undefined, 2)}\n`, privateMode)
}

async function readIdentity(path: string): Promise<NodeIdentity> {
  const identity = parseIdentity(await readFile(path, 'utf8'))
  if (identity === undefined) throw new Error(`${path} is damaged: remove the data directory and join again`)
  return identity
}

/** The key first: a certificate is never there without its key. */
async function writeForProxy(directory: string, identity: NodeIdentity): Promise<void> {
  const { certificate, key }: KeyPair = identity.proxy
  await writeAtomic(`${directory}/ca.pem`, identity.authority, proxyMode)
  await writeAtomic(`${directory}/key.pem`, key, proxyMode)
  await writeAtomic(`${directory}/cert.pem`, certificate, proxyMode)
}

export async function openReplicas(path: string): Promise<ReplicaStore> {
  let current = await readReplicas(path)
  return {
    get current() {
      return current
    },
    async replace(replicas) {
      await writeReplicas(path, replicas)
      current = replicas
    },
  }
}

export function writeReplicas(path: string, replicas: readonly string[]): Promise<void> {
  return writeAtomic(path, `${JSON.stringify(replicas)}\n`, privateMode)
}

async function readReplicas(path: string): Promise<readonly string[]> {
  try {
    const replicas = parseReplicas(await readFile(path, 'utf8'))
    if (replicas !== undefined) return replicas
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
  throw new Error(`${path} does not name the control processes of the cluster: join again`)
}

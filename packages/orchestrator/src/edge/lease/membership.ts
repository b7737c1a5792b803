/** What the node's agent keeps of the cluster that the node has joined. */
import { readFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

export interface Membership {
  readonly nodeId: string
  /** host:port of a control process. */
  readonly controlAddress: () => Promise<string>
}

/** Undefined when the node has joined none. */
export async function readMembership(directory: string): Promise<Membership | undefined> {
  const identity = await readJson(`${directory}/identity.json`)
  if (identity === undefined) return undefined
  const nodeId = typeof identity === 'object' && identity !== null && 'nodeId' in identity && identity.nodeId
  if (typeof nodeId !== 'string')
    throw new Error(`${directory}/identity.json is damaged: it names no node. Join the cluster again`)
  return {
    nodeId,
    controlAddress: async () => {
      const replicas = await readJson(`${directory}/replicas.json`)
      const first: unknown = Array.isArray(replicas) ? replicas[0] : undefined
      if (typeof first === 'string') return first
      throw new Error(`${directory}/replicas.json names no control process. Join the cluster again`)
    },
  }
}

/** Undefined when the file is missing. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw new Error(`${path} is damaged. Join the cluster again`, { cause: error })
  }
}

/** What the node's agent keeps of the cluster that the node has joined. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '@cay/kit/host/errno.ts'

export interface Membership {
  readonly nodeId: string
  /** host:port of a control process. */
  readonly controlAddress: () => Promise<string>
}

/** The agent of the first machine of a cluster joins as soon as the control process beside it answers. */
const pollEveryMs = 200
const joinMsMax = 150_000

/** Undefined when the node has joined none. Waits while it is joining. */
export async function readMembership(directory: string): Promise<Membership | undefined> {
  const identity = await awaitIdentity(directory)
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

/** Undefined when there is none, and nothing to join with. */
async function awaitIdentity(directory: string): Promise<unknown> {
  const deadlineMs = performance.now() + joinMsMax
  for (;;) {
    const isJoining = existsSync(`${directory}/join.json`)
    // Read after that: the agent writes it before it removes what it joined with.
    const identity = await readJson(`${directory}/identity.json`)
    if (identity !== undefined || !isJoining) return identity
    if (performance.now() >= deadlineMs)
      throw new Error('this machine could not join its cluster in time: the log of the agent has the cause')
    await sleep(pollEveryMs)
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

/** Nodes from the command line. Each returns the text to print. */
import { setTimeout as sleep } from 'node:timers/promises'
import { changeNodeLabels } from '@cay/core/placement/node-labels.ts'
import {
  type MovedPage,
  type MovedSandbox,
  parseMovedPage,
  sentenceOf,
} from '../../dialect/node/moved-sandboxes.ts'
import { nodeColumns, parseLabels, parseNodes, type ShownNode } from '../../dialect/node/node-responses.ts'
import { type ListView, renderList } from '../../dialect/output/table.ts'
import { type ControlApi, TemporaryError } from '../../ports/control-api.ts'

export async function listNodes(admin: ControlApi, view: ListView): Promise<string> {
  return renderList(await nodesOf(admin), nodeColumns, view)
}

/** Without changes they are only shown: each on a line. */
export async function labelNode(
  admin: ControlApi,
  nodeId: string,
  changes: readonly string[],
): Promise<string> {
  const path = `/nodes/${encodeURIComponent(nodeId)}`
  const present = parseLabels(await admin.request({ method: 'GET', path }), 'labels')
  if (changes.length === 0) return present.join('\n')
  const labels = changeNodeLabels(present, changes)
  await admin.request({ method: 'PUT', path: `${path}/labels`, body: { labels } })
  return labels.join('\n')
}

/** Without an id the only node is meant. Returns the id. */
export async function setNodeStatus(
  admin: ControlApi,
  nodeId: string | undefined,
  status: 'ready' | 'draining',
): Promise<string> {
  const id = nodeId ?? (await onlyNode(admin))
  await admin.request({ method: 'POST', path: `/nodes/${encodeURIComponent(id)}`, body: { status } })
  return id
}

/** Rounds over the sandboxes that are still to be stored, or with which something else is done. */
const roundsMax = 60
const roundEveryMs = 5_000
const triesMax = 12

export interface MoveOutput {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  /** Defaults to real time. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

/** Drains the node and moves its sandboxes away, with a line for each. Returns the exit code. */
export async function moveNode(
  admin: ControlApi,
  nodeId: string | undefined,
  { print, printError, sleep: wait = sleep }: MoveOutput,
): Promise<number> {
  const id = await setNodeStatus(admin, nodeId, 'draining')
  for (let round = 1; ; round++) {
    // One that shares a volume may have been tried with another one before.
    const left = new Map<string, MovedSandbox>()
    for (let after: string | null = ''; after !== null; ) {
      const page: MovedPage = await requestMove(admin, { nodeId: id, after, wait })
      for (const sandbox of page.sandboxes) {
        if (sandbox.outcome === 'waiting' || sandbox.outcome === 'failed')
          left.set(sandbox.sandboxId, sandbox)
        else {
          left.delete(sandbox.sandboxId)
          print(sentenceOf(sandbox))
        }
      }
      after = page.nextAfter
    }
    const isWaiting = [...left.values()].some(({ outcome }) => outcome === 'waiting')
    if (!isWaiting || round >= roundsMax) {
      for (const sandbox of left.values()) printError(sentenceOf(sandbox))
      return left.size === 0 ? 0 : 1
    }
    await wait(roundEveryMs)
  }
}

/** A control process that stops, or that took too long, is asked again: what it has moved is not on the node any more. */
async function requestMove(
  admin: ControlApi,
  { nodeId, after, wait }: { nodeId: string; after: string; wait: (ms: number) => Promise<unknown> },
): Promise<MovedPage> {
  const path = `/nodes/${encodeURIComponent(nodeId)}/move?${new URLSearchParams({ after })}`
  for (let turn = 1; ; turn++) {
    try {
      return parseMovedPage(await admin.request({ method: 'POST', path }))
    } catch (error) {
      if (!(error instanceof TemporaryError) || turn >= triesMax) throw error
      await wait(roundEveryMs)
    }
  }
}

/** Gives up what runs on the node. Returns what was named. */
export async function loseNode(admin: ControlApi, nodeId: string): Promise<string> {
  await admin.request({ method: 'POST', path: `/nodes/${encodeURIComponent(nodeId)}/lost` })
  return nodeId
}

/** With `isForced` also while volumes are on it, which are lost. Returns what was named. */
export async function removeNode(
  admin: ControlApi,
  nodeId: string,
  { isForced }: { readonly isForced: boolean } = { isForced: false },
): Promise<string> {
  const path = `/nodes/${encodeURIComponent(nodeId)}${isForced ? '?force=true' : ''}`
  await admin.request({ method: 'DELETE', path })
  return nodeId
}

async function onlyNode(admin: ControlApi): Promise<string> {
  const [only, ...others] = await nodesOf(admin)
  if (only === undefined || others.length > 0) throw new Error('say which node: `cay node list` shows them')
  return only.nodeId
}

async function nodesOf(admin: ControlApi): Promise<ShownNode[]> {
  return parseNodes(await admin.request({ method: 'GET', path: '/nodes' }))
}

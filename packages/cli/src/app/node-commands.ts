/** Nodes from the command line. Each returns the text to print. */
import { nodeColumns, parseNodes, type ShownNode } from '../dialect/node-responses.ts'
import { type ListView, renderList } from '../dialect/table.ts'
import type { ControlApi } from '../ports/control-api.ts'

export async function listNodes(admin: ControlApi, view: ListView): Promise<string> {
  return renderList(await nodesOf(admin), nodeColumns, view)
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

/** Gives up what runs on the node. Returns what was named. */
export async function loseNode(admin: ControlApi, nodeId: string): Promise<string> {
  await admin.request({ method: 'POST', path: `/nodes/${encodeURIComponent(nodeId)}/lost` })
  return nodeId
}

/** Returns what was named. */
export async function removeNode(admin: ControlApi, nodeId: string): Promise<string> {
  await admin.request({ method: 'DELETE', path: `/nodes/${encodeURIComponent(nodeId)}` })
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

/** Nodes from the command line. Each returns the text to print. */
import { headers } from '@cay/contract/names.ts'
import { nodeColumns, parseNodes, type ShownNode } from '../dialect/node-responses.ts'
import { type ListView, renderList } from '../dialect/table.ts'
import { requestControl } from '../edge/control-client.ts'
import type { AdminAccess } from './team-commands.ts'

export async function listNodes(access: AdminAccess, view: ListView): Promise<string> {
  return renderList(await nodesOf(access), nodeColumns, view)
}

/** Without an id the only node is meant. Returns the id. */
export async function setNodeStatus(
  access: AdminAccess,
  nodeId: string | undefined,
  status: 'ready' | 'draining',
): Promise<string> {
  const id = nodeId ?? (await onlyNode(access))
  await asAdmin(access, 'POST', `/nodes/${encodeURIComponent(id)}`, { status })
  return id
}

async function onlyNode(access: AdminAccess): Promise<string> {
  const [only, ...others] = await nodesOf(access)
  if (only === undefined || others.length > 0) throw new Error('say which node: `cay node list` shows them')
  return only.nodeId
}

async function nodesOf(access: AdminAccess): Promise<ShownNode[]> {
  return parseNodes(await asAdmin(access, 'GET', '/nodes'))
}

function asAdmin(access: AdminAccess, method: string, path: string, body?: object): Promise<unknown> {
  const question = { method, path, ...(body === undefined ? {} : { body }) }
  return requestControl(access, { [headers.adminToken]: access.adminToken }, question)
}

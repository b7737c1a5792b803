import {
  labelNode,
  listNodes,
  loseNode,
  moveNode,
  removeNode,
  setNodeStatus,
} from '../app/node/node-commands.ts'
import type { NodeVerbs } from '../commands/node-commands.ts'
import { print, printError, printed, view } from './console.ts'
import { admin } from './context.ts'

export const nodeVerbs: NodeVerbs = {
  listNodes: async (format) => printed(await listNodes(await admin(), view(format))),
  labelNode: async (nodeId, changes) => printed(await labelNode(await admin(), nodeId, changes)),
  setNodeStatus: async (nodeId, status) => printed(await setNodeStatus(await admin(), nodeId, status)),
  moveNode: async (nodeId) => moveNode(await admin(), nodeId, { print, printError }),
  loseNode: async (nodeId) => printed(await loseNode(await admin(), nodeId)),
  removeNode: async (nodeId, options) => printed(await removeNode(await admin(), nodeId, options)),
}

import type { Transport } from '@connectrpc/connect'
import type { NodeClients } from '../../ports/node-clients.ts'
import { callBuilder } from '../build/builder-client.ts'
import { callObserver } from '../observe/observe-client.ts'
import { callOrchestrator } from './orchestrator-client.ts'

/** The clients of all services of a node, over one transport. */
export function callNode(transport: Transport): NodeClients {
  return {
    orchestrator: callOrchestrator(transport),
    observer: callObserver(transport),
    builder: callBuilder(transport),
  }
}

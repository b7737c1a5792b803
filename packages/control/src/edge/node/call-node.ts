import type { CallNode } from '../../ports/node-transports.ts'
import { callBuilder } from '../build/builder-client.ts'
import { callObserver } from '../observe/observe-client.ts'
import { callVolumes } from '../volume/volume-node.ts'
import { callOrchestrator } from './orchestrator-client.ts'

/** The clients of all services of a node, over one transport. */
export const callNode: CallNode = (transport, forward) => {
  return {
    orchestrator: callOrchestrator(transport),
    observer: callObserver(transport),
    builder: callBuilder(transport),
    volumes: callVolumes(transport, forward),
  }
}

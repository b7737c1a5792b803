/** Chooses the nodes that sandboxes and builds are placed on. */
import { localNodeId } from '@cay/core/placement/node-id.ts'

export class Placement {
  /** For work that any node can do. */
  anyNode(): string {
    return localNodeId
  }
}

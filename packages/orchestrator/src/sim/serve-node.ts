/** Puts the node's own door in front of a simulated machine: the wire, the errors and the traces are the real ones. */

import { createServer } from 'node:http'
import { createLogger } from '@cay/kit/log.ts'
import { rejectMalformed } from '@cay/kit/reject-malformed.ts'
import { traceCallsIn } from '@cay/kit/trace-calls.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import type { NodeContext } from '../app/node/node-context.ts'
import { renderErrors } from '../rpc/errors.ts'
import { orchestratorRoutes } from '../rpc/orchestrator-service.ts'

const identity = {
  nodeId: 'simulated',
  instanceId: '00000000-0000-4000-8000-00000000000b',
  version: '0.1.0',
  commit: 'unknown',
  runtimeVersion: 'simulated',
  egressAddress: '',
  egressPort: 0,
}

export async function serveNode(node: NodeContext, socketPath: string): Promise<{ close(): Promise<void> }> {
  const interceptors = [traceCallsIn, renderErrors(createLogger('simulated', 'silent'))]
  const server = createServer(
    connectNodeAdapter(rejectMalformed({ routes: orchestratorRoutes(node, identity), interceptors })),
  )
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

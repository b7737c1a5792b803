/** A client of the volumes of a node, for tests. */
import { Volumes } from '@cay/contract/gen/volume/volume_pb.js'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export function connectVolumes(socketPath: string) {
  return createClient(
    Volumes,
    createConnectTransport({
      httpVersion: '1.1',
      baseUrl: 'http://orchestrator',
      nodeOptions: { socketPath },
    }),
  )
}

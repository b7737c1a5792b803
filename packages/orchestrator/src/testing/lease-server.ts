/** Control as a node's lease sees it, for tests: a server on the socket of the node's agent. */
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { dirname } from 'node:path'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { NodeLease, type RenewRequest, type RenewResponseSchema } from '@cay/contract/gen/cluster/lease_pb.js'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import { connectNodeAdapter } from '@connectrpc/connect-node'

/** `renew` may throw what the node is to get. */
export async function serveLease(
  socketPath: string,
  renew: (request: RenewRequest) => MessageInitShape<typeof RenewResponseSchema>,
): Promise<Server> {
  await mkdir(dirname(socketPath), { recursive: true })
  return await listenLocally(
    socketPath,
    connectNodeAdapter({ routes: (router) => router.service(NodeLease, { renew }) }),
  )
}

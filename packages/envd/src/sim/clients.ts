/** Clients of a daemon's services, for tests that stand outside this package. */

import { Process } from '@cay/contract/gen/process/process_pb.js'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export function processClient(url: string, useBinaryFormat = false): Client<typeof Process> {
  return createClient(Process, createConnectTransport({ httpVersion: '1.1', baseUrl: url, useBinaryFormat }))
}

/** Clients of a daemon's services, for tests that stand outside this package. */

import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { type Client, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'

export function processClient(url: string, useBinaryFormat = false): Client<typeof Process> {
  return createClient(Process, createConnectTransport({ httpVersion: '1.1', baseUrl: url, useBinaryFormat }))
}

export function filesystemClient(url: string, useBinaryFormat = false): Client<typeof Filesystem> {
  return createClient(
    Filesystem,
    createConnectTransport({ httpVersion: '1.1', baseUrl: url, useBinaryFormat }),
  )
}

/** Clients of a daemon's services, for tests outside this package. */

import { Filesystem } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Process } from '@cay/contract/gen/process/process_pb.js'
import { type Client, createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node'

export type Protocol = 'connect' | 'grpc-web'

export function processClient(
  url: string,
  useBinaryFormat = false,
  protocol: Protocol = 'connect',
): Client<typeof Process> {
  return createClient(Process, openTransport(url, useBinaryFormat, protocol))
}

export function filesystemClient(
  url: string,
  useBinaryFormat = false,
  protocol: Protocol = 'connect',
): Client<typeof Filesystem> {
  return createClient(Filesystem, openTransport(url, useBinaryFormat, protocol))
}

function openTransport(baseUrl: string, useBinaryFormat: boolean, protocol: Protocol): Transport {
  const options = { httpVersion: '1.1', baseUrl, useBinaryFormat } as const
  return protocol === 'connect' ? createConnectTransport(options) : createGrpcWebTransport(options)
}

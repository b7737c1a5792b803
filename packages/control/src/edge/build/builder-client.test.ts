import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder } from '@cay/contract/gen/build/build_pb.js'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import { Code, ConnectError, createRouterTransport, type Interceptor } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { expect, onTestFinished, test } from 'vitest'
import { callBuilder, connectBuilder } from './builder-client.ts'

/** A node whose file store fails with this error. */
async function connectTo(error: ConnectError) {
  const directory = await mkdtemp(join(tmpdir(), 'cay-builder-'))
  const storeFiles = async (requests: AsyncIterable<unknown>) => {
    for await (const _ of requests);
    throw error
  }
  const routes = connectNodeAdapter({
    routes: (router) => void router.service(Builder, { storeFiles, listBuilds: () => ({}) }),
  })
  const server = createServer(routes)
  const socketPath = join(directory, 'b.sock')
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return connectBuilder(socketPath)
}

async function* bytes() {
  yield new Uint8Array(10)
}

test.each([
  [
    'without room for an upload is one that has none, and not an upload that is too large',
    Code.ResourceExhausted,
    'no_capacity',
  ],
  ['that refuses an upload has its reason', Code.InvalidArgument, 'request_invalid'],
])('a node %s', async (_, told, code) => {
  const builder = await connectTo(new ConnectError('the words of the node', told))
  const stored = builder.storeFiles({ teamId: 'team', filesHash: 'hash', sizeBytes: 10 }, bytes())
  await expect(stored).rejects.toMatchObject({ code, message: 'the words of the node' })
})

test('an upload fails at once when its node is about to be there, although other calls wait for it', async () => {
  let attempts = 0
  const refuseTwice: Interceptor = (next) => async (request) => {
    attempts += 1
    if (attempts <= 2) throw Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' })
    return await next(request)
  }
  let received = 0
  const storeFiles = async (requests: AsyncIterable<unknown>) => {
    for await (const _ of requests) received += 1
    return {}
  }
  const transport = createRouterTransport(
    (router) => void router.service(Builder, { storeFiles, listBuilds: () => ({}) }),
    { transport: { interceptors: [waitForPeer(60_000), refuseTwice] } },
  )
  await callBuilder(transport).storeFiles({ teamId: 'team', filesHash: 'hash', sizeBytes: 10 }, bytes())
  expect(received).toBe(2)
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Egress } from '@cay/contract/gen/egress/egress_pb.js'
import { Code, ConnectError } from '@connectrpc/connect'
import { connectNodeAdapter } from '@connectrpc/connect-node'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectEgress } from './egress-client.ts'

let directory: string
let socketPath: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cay-egress-'))
  socketPath = join(directory, 'egress.sock')
})
afterEach(() => rmSync(directory, { recursive: true }))

const awaitGeneration = () => connectEgress(socketPath).awaitGeneration('ia', 7n)

async function serve(awaitSandbox: () => object): Promise<void> {
  const server = createHttpServer(
    connectNodeAdapter({ routes: (router) => router.service(Egress, { awaitSandbox }) }),
  )
  server.listen(socketPath)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('a gateway that follows the generation is reported as following', async () => {
  await serve(() => ({}))
  expect(await awaitGeneration()).toBe(true)
})

test('a gateway that runs and does not follow the generation is not reported as down', async () => {
  await serve(() => {
    throw new ConnectError('the egress gateway has not heard of it in time', Code.DeadlineExceeded)
  })
  await expect(awaitGeneration()).rejects.toMatchObject({ code: Code.DeadlineExceeded })
})

test('a gateway that is not running, or dies meanwhile, is reported as down', async () => {
  expect(await awaitGeneration()).toBe(false)
  const dying = createServer((socket) => void socket.once('data', () => socket.destroy()))
  dying.listen(socketPath)
  onTestFinished(() => void dying.close())
  await once(dying, 'listening')
  expect(await awaitGeneration()).toBe(false)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenLocally } from '@cay/kit/host/listen-locally.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createNodeTransport } from './node-transport.ts'
import { callOrchestrator } from './orchestrator-client.ts'

/** A node that closes the connection of its first call without a response, and answers every later one. */
async function startBreakingNode() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-node-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'rpc.sock')
  const calls: string[] = []
  const server = await listenLocally(path, (request, response) => {
    calls.push(request.url?.split('/').at(-1) ?? '')
    if (calls.length === 1) request.socket.destroy()
    else response.writeHead(200, { 'content-type': 'application/proto' }).end()
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { calls, node: callOrchestrator(createNodeTransport(path)) }
}

test('a kill whose connection breaks is sent again', async () => {
  const { calls, node } = await startBreakingNode()
  await node.killSandbox('ia', 'killed')
  expect(calls).toEqual(['KillSandbox', 'KillSandbox'])
})

test('a call that may have started something is not sent again when its connection breaks', async () => {
  const { calls, node } = await startBreakingNode()
  await expect(node.deleteSnapshot('ia')).rejects.toMatchObject({ code: 'node_unavailable' })
  expect(calls).toEqual(['DeleteSnapshot'])
})

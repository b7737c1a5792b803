import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { expect, onTestFinished, test } from 'vitest'
import { serveNode } from '../sim/serve-node.ts'
import { SimulatedMachine } from '../sim/simulated-machine.ts'
import { simulateNode } from '../sim/simulated-node.ts'

const calls = Orchestrator.methods.filter(({ methodKind }) => methodKind === 'unary')

test('malformed protobuf sent to the node is invalid_argument, on every call', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-node-'))
  const node = simulateNode(new SimulatedMachine())
  const socketPath = join(directory, 'node.sock')
  const served = await serveNode(node, socketPath)
  onTestFinished(async () => {
    await served.close()
    await node.pool.close()
    await rm(directory, { recursive: true })
  })
  for (const { name } of calls) {
    const sent = request({
      ...{ socketPath, method: 'POST', path: `/${Orchestrator.typeName}/${name}` },
      headers: { 'content-type': 'application/proto' },
    })
    sent.end(Buffer.alloc(7, 0xff))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([name, answer.statusCode, JSON.parse(await text(answer))]).toEqual([
      ...[name, 400],
      expect.objectContaining({ code: 'invalid_argument' }),
    ])
  }
})

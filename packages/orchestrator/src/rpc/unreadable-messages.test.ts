import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { expect, onTestFinished, test } from 'vitest'
import { SimulatedOrchestrator } from '../sim/simulated-orchestrator.ts'

const calls = Orchestrator.methods.filter(({ methodKind }) => methodKind === 'unary')

test('malformed protobuf sent to the node is invalid_argument, on every call', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-node-'))
  const orchestrator = new SimulatedOrchestrator()
  const socketPath = join(directory, 'node.sock')
  await orchestrator.listen(socketPath)
  onTestFinished(async () => {
    await orchestrator.close()
    await orchestrator.node.pool.close()
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

/** Control's client of the orchestrator, over a socket; the orchestrator is simulated, and passes the suite of a real one. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectOrchestrator } from '@cay/control/edge/node/orchestrator-client.ts'
import type { CreateOnNode } from '@cay/control/ports/orchestrator.ts'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { expect, test } from 'vitest'
import { describeOrchestrator } from '../suites/orchestrator-client.ts'
import { SimulatedNode } from '../support/simulated-node.ts'

const spec: Omit<CreateOnNode, 'templateId' | 'buildId'> = {
  ...{ sandboxId: 'ia', timeoutSeconds: 1, envVars: {}, accessToken: '', keepsEnvVars: false },
  egress: { allowOut: [], denyOut: [] },
  ingress: { trafficToken: '', maskRequestHost: '', httpsPorts: [] },
  lifecycle: { onTimeout: 'kill', filesOnly: false, autoResume: false, autoResumeSeconds: 300 },
}

async function startServed() {
  const directory = await mkdtemp(join(tmpdir(), 'cay-orchestrator-'))
  const socketPath = join(directory, 'o.sock')
  const clock = new FakeClock()
  const node = new SimulatedNode(clock)
  await node.orchestrator.listen(socketPath)
  const stop = async () => {
    await node.orchestrator.close()
    await rm(directory, { recursive: true })
  }
  return {
    orchestrator: connectOrchestrator(socketPath),
    node,
    socketPath,
    pass: (ms: number) => clock.advance(ms),
    stop,
  }
}

describeOrchestrator('simulated', startServed)

describeOrchestrator('simulated, in process', async () => {
  const clock = new FakeClock()
  return {
    orchestrator: new SimulatedNode(clock).client,
    pass: (ms) => clock.advance(ms),
    stop: async () => undefined,
  }
})

test('a node that is not there is unavailable', async () => {
  const orchestrator = connectOrchestrator(join(tmpdir(), 'cay-no-such.sock'), 0)
  await expect(orchestrator.listSandboxes()).rejects.toMatchObject({ code: 'node_unavailable' })
  const watch = orchestrator.watchSandboxes(AbortSignal.timeout(10_000))[Symbol.asyncIterator]()
  await expect(watch.next()).rejects.toMatchObject({ code: 'node_unavailable' })
})

test('a call waits for a node that is being restarted', async () => {
  const { orchestrator, node, socketPath, stop } = await startServed()
  await node.orchestrator.close()
  const asked = orchestrator.listTemplates()
  await node.orchestrator.listen(socketPath)
  expect(await asked).toEqual(await node.client.listTemplates())
  await stop()
})

/** Accepts one call and disconnects, like a node that is killed during a request. */
async function serveDying(socketPath: string): Promise<{ died: Promise<unknown> }> {
  const dying = createServer((socket) => {
    socket.once('data', () => socket.destroy())
    dying.close()
  })
  dying.listen(socketPath)
  await once(dying, 'listening')
  return { died: once(dying, 'close') }
}

test('an egress policy is sent again after the node was killed meanwhile, and no other call is', async () => {
  const { orchestrator, node, socketPath, stop } = await startServed()
  await node.orchestrator.close()
  await serveDying(socketPath)
  await expect(orchestrator.pauseSandbox('ia', false)).rejects.toMatchObject({ code: 'node_unavailable' })
  const { died } = await serveDying(socketPath)
  const lists = { allowOut: [], denyOut: ['203.0.113.0/24'] }
  const set = expect(orchestrator.setEgressPolicy('ia', lists)).rejects.toMatchObject({
    code: 'sandbox_not_found',
  })
  await died
  await node.orchestrator.listen(socketPath)
  await set
  expect([...node.orchestrator.calls]).toEqual([['setEgressPolicy', 1]])
  await stop()
})

test('no_capacity has the reason of the node', async () => {
  const { orchestrator, node, stop } = await startServed()
  try {
    node.room = 0
    const [template] = await orchestrator.listTemplates()
    const { templateId = '', buildId = '' } = template ?? {}
    const create = orchestrator.createSandbox({ ...spec, templateId, buildId })
    await expect(create).rejects.toMatchObject({
      code: 'no_capacity',
      message: expect.stringContaining('no room'),
    })
  } finally {
    await stop()
  }
})

test.each([
  ['precondition_failed', 'no_compatible_node'],
  ['snapshot_damaged', 'snapshot_damaged'],
] as const)(
  'a snapshot that the node refuses with %s is %s to who wants a sandbox of it',
  async (code, told) => {
    const { orchestrator, node, stop } = await startServed()
    try {
      node.beforeCreate = async () => {
        throw new ServiceError(code, 'a file is missing')
      }
      const create = orchestrator.createSandbox({ ...spec, templateId: 't', buildId: 'b' })
      await expect(create).rejects.toMatchObject({ code: told, message: 'a file is missing' })
    } finally {
      await stop()
    }
  },
)

test('a watch of a node that goes away fails', async () => {
  const { orchestrator, node, stop } = await startServed()
  const watch = orchestrator.watchSandboxes(AbortSignal.timeout(10_000))[Symbol.asyncIterator]()
  await watch.next()
  await node.orchestrator.close()
  await expect(watch.next()).rejects.toMatchObject({ code: 'node_unavailable' })
  await stop()
})

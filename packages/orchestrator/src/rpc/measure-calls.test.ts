import { Orchestrator } from '@cay/contract/gen/orchestrator/orchestrator_pb.js'
import { createLogger } from '@cay/kit/log.ts'
import { register } from '@cay/kit/metrics.ts'
import { createClient, createRouterTransport } from '@connectrpc/connect'
import { beforeEach, expect, test } from 'vitest'
import { evictOldestCopy } from '../app/pause/evict-frozen-copies.ts'
import { SimulatedMachine } from '../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../sim/simulated-node.ts'
import { renderErrors } from './errors.ts'
import { measureCalls } from './measure-calls.ts'
import { orchestratorRoutes } from './orchestrator-service.ts'

const sandboxId = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild
const identity = {
  ...{ nodeId: 'n', instanceId: 'i', version: '0.1.0', commit: 'unknown' },
  ...{ runtimeVersion: 'simulated', egressAddress: '', egressPort: 0 },
}

beforeEach(() => register.resetMetrics())

async function countOf(line: string): Promise<number> {
  const found = (await register.metrics()).split('\n').find((one) => one.startsWith(`${line} `))
  return Number(found?.split(' ').at(-1) ?? 0)
}

const sources = (verb: string, source: string) =>
  countOf(`cay_node_sandbox_sources_total{verb="${verb}",source="${source}"}`)

test('it is counted where each sandbox came from, traffic included, and how calls ended', async () => {
  const node = simulateNode(new SimulatedMachine())
  const client = createClient(
    Orchestrator,
    createRouterTransport(orchestratorRoutes(node, identity), {
      router: { interceptors: [measureCalls, renderErrors(createLogger('simulated', 'silent'))] },
    }),
  )
  const lifecycle = { onTimeout: 2, autoResume: true, autoResumeSeconds: 300 }
  await client.createSandbox({ sandboxId, templateId, buildId, timeoutSeconds: 60, lifecycle })
  const pause = (filesOnly = false) => client.pauseSandbox({ sandboxId, filesOnly })
  const resume = () => client.resumeSandbox({ sandboxId, timeoutSeconds: 60 })
  await pause()
  await resume()
  await resume()
  await pause()
  await evictOldestCopy(node)
  await client.resumeForTraffic({ sandboxId, port: 80 })
  await pause(true)
  await resume()
  await expect(client.resumeSandbox({ sandboxId: 'inever', timeoutSeconds: 60 })).rejects.toThrow()
  expect(await sources('create', 'restore')).toBe(1)
  for (const source of ['thaw', 'running', 'restore', 'boot'])
    expect([source, await sources('resume', source)]).toEqual([source, 1])
  expect(await countOf('cay_node_call_seconds_count{method="ResumeSandbox",code="ok"}')).toBe(3)
  expect(await countOf('cay_node_call_seconds_count{method="ResumeSandbox",code="notfound"}')).toBe(1)
})

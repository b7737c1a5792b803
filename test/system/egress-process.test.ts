import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connectToEgress } from '@cay/egress/testing/egress-client.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { SimulatedOrchestrator } from '@cay/orchestrator/sim/simulated-orchestrator.ts'
import { SimulatedSandboxes } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

const main = new URL('../../packages/egress/src/main.ts', import.meta.url).pathname

const undo: (() => unknown)[] = []
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cay-egress-'))
  mkdirSync(dirname(dataLayout(dataDir).orchestratorSocket), { recursive: true })
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
})

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function start(env: Record<string, string>) {
  const child = fork(main, {
    env: { ...process.env, CAY_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  undo.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await Promise.race([once(child, 'message'), ended])
  return { child, ended, rpc: connectToEgress(dataLayout(dataDir).egressSocket) }
}

it('is ready without the node and without its address, follows the node when it comes, and stops in order', async () => {
  const { child, ended, rpc } = await start({})
  expect((await rpc.listTraffic({})).sandboxes).toEqual([])
  const { orchestratorSocket } = dataLayout(dataDir)
  const orchestrator = new SimulatedOrchestrator()
  const sandboxes = new SimulatedSandboxes(orchestrator)
  undo.push(() => orchestrator.close())
  const first = await sandboxes.add('a', '198.18.0.2')
  await orchestrator.listen(orchestratorSocket)
  await rpc.awaitSandbox({ sandboxId: 'a', generation: first })
  await orchestrator.close()
  expect((await rpc.listTraffic({})).sandboxes).toMatchObject([{ sandboxId: 'a' }])
  const second = await sandboxes.add('b', '198.18.0.6')
  await orchestrator.listen(orchestratorSocket)
  await rpc.awaitSandbox({ sandboxId: 'b', generation: second })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('refuses to start with a setting that is wrong', async () => {
  const { ended } = await start({ CAY_DNS_UPSTREAM: 'resolver.example' })
  expect(await ended).toEqual([78, null])
})

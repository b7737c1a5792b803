import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { setEgressPolicy } from '../sandbox/set-egress-policy.ts'
import { setExpiry } from '../sandbox/set-expiry.ts'
import { captureSandbox } from './capture-sandbox.ts'

const sandboxId = 'i00000000000000000001'
const snapshotId = '33333333-3333-4333-8333-333333333333'
const { templateId, buildId } = simulatedBuild
const request = {
  templateId,
  buildId,
  timeoutSeconds: 60,
  envVars: {},
  egress: { allowOut: [], denyOut: [] },
}
const endAtMs = 9_000_000_000_000

let node: NodeContext

beforeEach(async () => {
  const machine = new SimulatedMachine()
  machine.builds.push(simulatedBuild)
  node = simulateNode(machine)
  await createSandbox(node, { ...request, sandboxId })
})
afterEach(() => node.pool.close())

/** The runtime is writing the sandbox's memory until it is let go on. */
async function beginCapture() {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const checkpoint = node.runtime.checkpoint.bind(node.runtime)
  vi.spyOn(node.runtime, 'checkpoint').mockImplementation(async (...given) => {
    reached.resolve()
    await released.promise
    await checkpoint(...given)
  })
  const captured = captureSandbox(node, { sandboxId, snapshotId })
  await reached.promise
  return { captured, release: released.resolve }
}

const endOf = () => node.registry.find(sandboxId)?.claim.endAtMs

test('the end of a sandbox is moved while it is captured, and stays moved', async () => {
  const capture = await beginCapture()
  expect(await setExpiry(node, sandboxId, endAtMs)).toMatchObject({ phase: 'capturing' })
  expect(endOf()).toBe(endAtMs)
  capture.release()
  await capture.captured
  expect(node.registry.view(sandboxId)?.phase).toBe('running')
  expect(endOf()).toBe(endAtMs)
})

test('a timeout that is being written when the capture ends is not overwritten by the next write', async () => {
  const capture = await beginCapture()
  const write = node.records.write.bind(node.records)
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  vi.spyOn(node.records, 'write').mockImplementationOnce(async (record) => {
    begun.resolve()
    await goOn.promise
    await write(record)
  })
  const moved = setExpiry(node, sandboxId, endAtMs)
  await begun.promise
  const egress = { allowOut: [], denyOut: ['1.1.1.1'] }
  const told = setEgressPolicy(node, sandboxId, egress)
  capture.release()
  await vi.waitFor(() => expect(node.registry.view(sandboxId)?.phase).toBe('running'))
  goOn.resolve()
  await Promise.all([moved, told, capture.captured])
  expect(node.registry.find(sandboxId)?.claim).toMatchObject({ endAtMs, egress })
})

import { expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'

const sandboxId = 'i00000000000000000001'
const { templateId, buildId } = simulatedBuild
const request = {
  templateId,
  buildId,
  timeoutSeconds: 60,
  envVars: {},
  egress: { allowOut: [], denyOut: [] },
}

/** On a machine whose runtime refuses so many checkpoints. */
async function pauseRefused(times: number) {
  const machine = new SimulatedMachine()
  machine.builds.push(simulatedBuild)
  const node = simulateNode(machine)
  await createSandbox(node, { ...request, sandboxId })
  for (let each = 0; each < times; each++) machine.failAt('runtime.checkpoint')
  const outcome = await pauseSandbox(node, { sandboxId, filesOnly: false }).then(
    () => 'paused',
    (error: Error) => error.message,
  )
  await node.pool.close()
  return { outcome, phase: node.registry.view(sandboxId)?.phase, snapshots: machine.snapshots.size }
}

test.concurrent('a sandbox that the runtime refuses to save eleven times is paused at the twelfth', async () => {
  expect(await pauseRefused(11)).toEqual({ outcome: 'paused', phase: 'paused', snapshots: 1 })
})

test.concurrent('after twelve times its caller is told that it goes on, and it does', async () => {
  const outcome = `sandbox "${sandboxId}" could not be checkpointed; it keeps running, so retry`
  expect(await pauseRefused(12)).toEqual({ outcome, phase: 'running', snapshots: 0 })
})

test.each([false, true])(
  'the caller of a pause is not told that a sandbox keeps running that has died meanwhile; files only: %s',
  async (filesOnly) => {
    const machine = new SimulatedMachine()
    const node = simulateNode(machine)
    const { view } = await createSandbox(node, { ...request, sandboxId })
    machine.beforeStep = async () => machine.crash(view.record.container.id)
    await expect(pauseSandbox(node, { sandboxId, filesOnly })).rejects.toMatchObject({
      code: 'sandbox_not_found',
      message: `sandbox "${sandboxId}" has ended`,
    })
    expect(machine.snapshots.size + machine.drafts.size).toBe(0)
    await node.pool.close()
  },
)

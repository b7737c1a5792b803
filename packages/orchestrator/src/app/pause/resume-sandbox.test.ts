import { afterEach, beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { captureSandbox } from '../snapshot/capture-sandbox.ts'
import { pauseSandbox } from './pause-sandbox.ts'
import { resumeSandbox } from './resume-sandbox.ts'

const sandboxId = 'i00000000000000000001'
const copyId = 'i00000000000000000002'
const snapshotId = '33333333-3333-4333-8333-333333333333'
const { templateId, buildId } = simulatedBuild
const timeoutSeconds = 60
const request = { templateId, timeoutSeconds, envVars: {}, egress: { allowOut: [], denyOut: [] } }
const expected = { defaultUser: 'someone', defaultWorkdir: '/srv/work' }

let machine: SimulatedMachine
let node: NodeContext

beforeEach(() => {
  machine = new SimulatedMachine()
  machine.builds.push({ ...simulatedBuild, defaults: { user: 'someone', workdir: '/srv/work' } })
  node = simulateNode(machine)
})
afterEach(() => node.pool.close())

/** What envd in the sandbox was told last. */
function identityOf(id: string) {
  const { address } = node.registry.find(id)?.container.slot ?? { address: '' }
  return machine.reach(address).memory.identity
}

async function bootAnew(id: string): Promise<void> {
  await pauseSandbox(node, { sandboxId: id, filesOnly: true })
  await resumeSandbox(node, { sandboxId: id, timeoutSeconds, filesOnly: false })
}

test('a files-only resume of a sandbox of a user template loses default user and workdir', async () => {
  await createSandbox(node, { ...request, sandboxId, buildId })
  await bootAnew(sandboxId)
  expect(identityOf(sandboxId)).toMatchObject(expected)
  // A sandbox that was booted from its files keeps them for the next boot.
  await bootAnew(sandboxId)
  expect(identityOf(sandboxId)).toMatchObject(expected)
})

test('a sandbox made of a snapshot has the default user and workdir of its template after a boot', async () => {
  await createSandbox(node, { ...request, sandboxId, buildId })
  await captureSandbox(node, { sandboxId, snapshotId })
  await createSandbox(node, { ...request, sandboxId: copyId, buildId: snapshotId })
  await bootAnew(copyId)
  expect(identityOf(copyId)).toMatchObject(expected)
})

test('a sandbox has its environment variables after it was booted from its files', async () => {
  await createSandbox(node, { ...request, sandboxId, buildId, envVars: { MODE: 'fast' } })
  await bootAnew(sandboxId)
  expect(identityOf(sandboxId)).toMatchObject({ envVars: { MODE: 'fast' } })
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  await resumeSandbox(node, { sandboxId, timeoutSeconds, filesOnly: true })
  expect(identityOf(sandboxId)).toMatchObject({ envVars: { MODE: 'fast' } })
})

test('a copy that was made with the variables of its snapshot has them after it was booted from its files', async () => {
  await createSandbox(node, { ...request, sandboxId, buildId, envVars: { MODE: 'fast' } })
  await captureSandbox(node, { sandboxId, snapshotId })
  await createSandbox(node, { ...request, sandboxId: copyId, buildId: snapshotId, keepEnvVars: true })
  await bootAnew(copyId)
  expect(identityOf(copyId)).toMatchObject({ envVars: { MODE: 'fast' } })
})

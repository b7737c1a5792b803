/** Sandboxes of builds on a simulated node. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { GuestClient } from '../../edge/sandbox/guest-client.ts'
import { HttpBuildGuest } from '../../edge/template-build/build-guest.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { endBuildSandboxes, nodeSandboxes } from './node-sandboxes.ts'

const { rootfs, checkpoint, resources } = simulatedBuild
const options = {
  ...{ templateId: 'ordered0000000000000', buildId: '33333333-3333-4333-8333-333333333333' },
  ...{ rootfs, resources, timeoutSeconds: 600 },
}
const saved = { checkpoint, poolOf: simulatedBuild.buildId }

const { signal } = new AbortController()

let node: NodeContext

beforeEach(async () => {
  node = simulateNode(new SimulatedMachine(), { poolSize: 1 })
  node.pool.setBuilds([simulatedBuild])
  await node.pool.hasOneOfEach(5_000)
})

const sandboxes = () =>
  nodeSandboxes(node, {
    openGuest: (access) => new HttpBuildGuest(access, async () => 2 ** 40),
    openClient: (address, tokens, signal) => new GuestClient(address, tokens, { signal }),
    stepProgram: async () => '/steps.mjs',
  })

test('a build on what the pool holds takes what is ready, and it is the build’s', async () => {
  const [ready] = node.pool.records()
  const sandbox = await sandboxes().open({ ...options, saved }, signal)
  const [record] = node.registry.liveRecords()
  expect(record?.container.id).toBe(ready?.container.id)
  expect(record).toMatchObject({ templateId: options.templateId, buildId: options.buildId })
  expect(record?.claim.sandboxId).toMatch(/^b/)
  await sandbox.close()
  expect(node.registry.views()).toEqual([])
})

test('a build of another size, or on something else, makes its own', async () => {
  const [ready] = node.pool.records()
  const sandbox = await sandboxes().open({ ...options, saved: { checkpoint } }, signal)
  expect(node.registry.liveRecords()[0]?.container.id).not.toBe(ready?.container.id)
  await sandbox.close()
})

test('a build saves a sandbox that was frozen between two steps', async () => {
  const sandbox = await sandboxes().open({ ...options, saved }, signal)
  const [record] = node.registry.liveRecords()
  const { sandboxId = '' } = record?.claim ?? {}
  await node.cgroups.freeze(record?.container.id ?? '')
  node.registry.setFrozen(sandboxId, true)
  const directory = await mkdtemp(join(tmpdir(), 'cay-saved-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await sandbox.save(directory)
  expect(node.registry.isFrozen(sandboxId)).toBe(false)
  await sandbox.close()
})

test('sandboxes that a build left running are ended at the next start of the node', async () => {
  await sandboxes().open({ ...options, saved }, signal)
  await endBuildSandboxes(node)
  expect(node.registry.views()).toEqual([])
})

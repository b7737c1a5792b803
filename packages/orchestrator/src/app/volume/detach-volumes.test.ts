/** Volumes of a shared directory are taken from a node that does not use them. */
import { beforeEach, expect, test } from 'vitest'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import { SimulatedVolumes } from '../../sim/simulated-volumes.ts'
import type { NodeContext } from '../node/node-context.ts'
import { pauseSandbox } from '../pause/pause-sandbox.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { type DetachContext, detachVolume, releaseVolumes } from './detach-volumes.ts'

const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
let machine: SimulatedMachine
let node: NodeContext
let context: DetachContext
const stopped: string[] = []

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  stopped.length = 0
  const stopServing = async (volumeId: string) => void stopped.push(volumeId)
  context = { ...node, sharedVolumes: new SimulatedVolumes(machine), stopServing }
  machine.attachedVolumes.add('v')
  await createSandbox(node, {
    ...{ sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {} },
    egress: { allowOut: [], denyOut: [] },
    volumeMounts: [{ volumeId: 'v', path: '/mnt/v' }],
  })
})

test('a volume with which a sandbox runs is not taken away, and the refusal names the sandbox', async () => {
  await expect(detachVolume(context, 'v', 2)).rejects.toMatchObject({
    code: 'volume_in_use',
    message: expect.stringContaining(sandboxId),
  })
  expect([...machine.attachedVolumes]).toEqual(['v'])
})

test('a pause writes the volumes of the sandbox to the disk, and its frozen copy does not keep them', async () => {
  await pauseSandbox(node, { sandboxId, filesOnly: false })
  expect(machine.flushedVolumes).toEqual(['v'])
  expect(node.frozenCopies.size).toBe(1)
  await detachVolume(context, 'v', 2)
  expect(node.frozenCopies.size).toBe(0)
  expect(stopped).toEqual(['v'])
  expect([...machine.attachedVolumes]).toEqual([])
})

test('a fenced node that cannot list its volumes goes on, and looks again', async () => {
  const sharedVolumes = new SimulatedVolumes(machine)
  sharedVolumes.attached = () => Promise.reject(new Error('too many open files'))
  await releaseVolumes({ ...context, sharedVolumes })
  expect([...machine.attachedVolumes]).toEqual(['v'])
})

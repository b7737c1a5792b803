import { poorStepsMax, type SwapUsage, swapOutAfterMs, swapOutStepBytes } from '@cay/core/swap/swap-out.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Swap } from '../../ports/swap.ts'
import { SimulatedMachine } from '../../sim/simulated-machine.ts'
import { simulatedBuild, simulateNode } from '../../sim/simulated-node.ts'
import type { NodeContext } from '../node/node-context.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { endSandbox } from '../sandbox/end-sandbox.ts'
import { FrozenSwapper } from './frozen-swapper.ts'
import { wakeSandbox } from './wake-sandbox.ts'

const { templateId, buildId } = simulatedBuild
const sandboxId = 'i00000000000000000001'
const egress = { allowOut: [], denyOut: [] }
const stepsToTake = 5

let machine: SimulatedMachine
let node: NodeContext
let frozenSwapper: FrozenSwapper
/** What is left to take of the sandbox, in steps, and what to do during one. */
let stepsLeft: number
let during: () => void
let room: SwapUsage

const swap: Swap = {
  async swapOut(containerId, bytes) {
    expect(machine.frozen.has(containerId)).toBe(true)
    during()
    if (stepsLeft === 0) return 0
    stepsLeft -= 1
    return bytes
  },
  room: async () => room,
}

beforeEach(async () => {
  machine = new SimulatedMachine()
  node = simulateNode(machine)
  frozenSwapper = new FrozenSwapper(node, swap)
  stepsLeft = stepsToTake
  during = () => undefined
  room = { usedBytes: 0, sizeBytes: 2 ** 30, memoryBytes: 0, memoryBytesMax: 2 ** 29 }
  await createSandbox(node, { sandboxId, templateId, buildId, timeoutSeconds: 60, envVars: {}, egress })
})

async function freeze(): Promise<void> {
  const record = node.registry.find(sandboxId)
  if (record === undefined) throw new Error('there is no sandbox')
  node.registry.setFrozen(sandboxId, true)
  await node.cgroups.freeze(record.container.id)
  await pollAfter(0)
}

async function pollAfter(ms: number): Promise<void> {
  machine.nowMs += ms
  await frozenSwapper.poll()
}

test('a sandbox that is awake keeps its memory', async () => {
  await pollAfter(0)
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(stepsToTake)
})

test('one that has been frozen for a while gives all of it, and not before', async () => {
  await freeze()
  await pollAfter(swapOutAfterMs - 1)
  expect(stepsLeft).toBe(stepsToTake)
  await pollAfter(1)
  expect(stepsLeft).toBe(0)
})

test('one whose memory is all in swap is left alone until it is frozen again', async () => {
  await freeze()
  for (let look = 0; look < poorStepsMax; look++) await pollAfter(swapOutAfterMs)
  stepsLeft = 1
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(1)
  await wakeSandbox(node, sandboxId)
  await pollAfter(1)
  await freeze()
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(0)
})

test('a step that the kernel makes no progress with is not the last', async () => {
  await freeze()
  stepsLeft = 0
  await pollAfter(swapOutAfterMs)
  stepsLeft = stepsToTake
  await pollAfter(1)
  expect(stepsLeft).toBe(0)
})

test('a wake-up waits for one step at most, and stops the swap-out', async () => {
  await freeze()
  let waking: Promise<void> | undefined
  during = () => {
    waking ??= wakeSandbox(node, sandboxId)
  }
  await pollAfter(swapOutAfterMs)
  await waking
  expect(stepsLeft).toBe(stepsToTake - 1)
  expect(node.registry.isFrozen(sandboxId)).toBe(false)
})

test('nothing is swapped out during a create, and the rest afterwards', async () => {
  await freeze()
  during = () => node.starting.add('another')
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(stepsToTake - 1)
  during = () => undefined
  await pollAfter(1)
  expect(stepsLeft).toBe(stepsToTake - 1)
  node.starting.clear()
  await pollAfter(1)
  expect(stepsLeft).toBe(0)
})

test('a full device takes no more', async () => {
  await freeze()
  room = { ...room, usedBytes: room.sizeBytes - swapOutStepBytes }
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(stepsToTake)
})

test('one that is killed during a swap-out is left alone', async () => {
  await freeze()
  let ending: Promise<void> | undefined
  during = () => {
    ending ??= endSandbox(node, sandboxId, 'killed')
  }
  await pollAfter(swapOutAfterMs)
  await ending
  expect(stepsLeft).toBe(stepsToTake - 1)
})

test('a swap-out that fails is retried by the next poll', async () => {
  await freeze()
  during = () => {
    throw new Error('injected')
  }
  await pollAfter(swapOutAfterMs)
  expect(stepsLeft).toBe(stepsToTake)
  during = () => undefined
  await pollAfter(1)
  expect(stepsLeft).toBe(0)
})

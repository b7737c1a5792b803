/**
 * The cluster under load while machines, links and services fail, with the usual bounds of the lease. A checker watches all nodes.
 *
 *   CAY_TEST_PARTITIONS  seconds of the partitions, with commas between (10; all: 10,200,400)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { createOn, isReady, via } from '../rig/clients.ts'
import { command, joinBy, type Rig, startRig } from '../rig/cluster.ts'
import { startLoad } from '../rig/load.ts'
import type { RigNode } from '../rig/node.ts'
import { restartService } from '../rig/random-fault.ts'

const startMsMax = 20 * 60_000
const hours = 6 * 3_600_000
const partitions = (process.env.CAY_TEST_PARTITIONS ?? '10').split(',').map(Number)
const createMsMax = 20_000
const pausedCount = 6
let rig: Rig

beforeAll(async () => {
  rig = await startRig({ name: 'cluster', tree: await swiftTree() })
}, startMsMax)

afterEach(() => rig.network.heal())
afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('each service of each node is started again, one after the other, under load', {
  timeout: hours,
}, async () => {
  const checker = startChecker(rig.nodes)
  const load = startLoad({ settings: () => via(rig, rig.node(1), rig.node(2)), checker })
  for (const node of rig.nodes) for (const name of await node.services()) await restart(node, name)
  const { done, expected, failures } = await load.stop()
  console.log(`${done} rounds of the load, ${expected}`)
  const { violations } = await checker.stop()
  expect([violations, failures, done > 0]).toEqual([[], [], true])
})

test.each(partitions)(
  'each two nodes lose each other for %i seconds, in each direction',
  {
    timeout: hours,
  },
  async (seconds) => {
    const checker = startChecker(rig.nodes)
    for (const from of rig.nodes)
      for (const to of rig.nodes.filter((each) => each !== from)) {
        await rig.network.drop(from.address, to.address)
        await sleep(seconds * 1000)
        await rig.network.heal()
        for (const node of rig.nodes) {
          await isReady(rig, node)
          await (await createOn(rig, node)).kill()
        }
      }
    const { violations } = await checker.stop()
    expect(violations).toEqual([])
  },
)

test('a machine is lost with its disk under load', { timeout: hours }, async () => {
  const [first, second, third] = [rig.node(1), rig.node(2), rig.node(3)]
  const client = via(rig, first, second)
  const paused: Sandbox[] = []
  for (let count = 0; count < pausedCount; count++) {
    const sandbox = await createOn(rig, third)
    await sandbox.files.write('/home/user/note', sandbox.sandboxId)
    await sandbox.pause()
    paused.push(sandbox)
  }
  const checker = startChecker(rig.nodes)
  const nodeId = await third.nodeId()
  await third.cutPower({ disk: 'lost' })
  const cutMs = performance.now()
  await (await Sandbox.create('base', client)).kill()
  const createdMs = performance.now() - cutMs
  const tookMs: number[] = []
  for (const { sandboxId } of paused) {
    const askedMs = performance.now()
    const sandbox = await Sandbox.connect(sandboxId, client)
    tookMs.push(performance.now() - askedMs)
    expect(await sandbox.files.read('/home/user/note')).toBe(sandboxId)
    await sandbox.kill()
  }
  console.log(
    `created ${createdMs.toFixed(0)} ms after the loss; resumed ${tookMs.length}: ${tookMs.map(Math.round)} ms`,
  )
  expect(createdMs).toBeLessThan(createMsMax)
  for (const verb of ['lost', 'remove']) await command(first, 'node', verb, nodeId)
  await third.powerOn()
  await joinBy(first, third)
  await isReady(rig, third)
  await (await createOn(rig, third)).kill()
  expect((await checker.stop()).violations).toEqual([])
})

/** Resolves when clients can work again. */
async function restart(node: RigNode, name: string): Promise<void> {
  await restartService(node, name)
  await expect.poll(isUsable, { timeout: 300_000 }).toBe(true)
}

/** One failure at a time: the next one comes when clients can work again. */
async function isUsable(): Promise<boolean> {
  try {
    await (await Sandbox.create('base', via(rig, rig.node(1), rig.node(2)))).kill()
    return true
  } catch {
    // What it was answered, the load counts.
    return false
  }
}

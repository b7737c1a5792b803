/**
 * A node and the control processes lose each other, in each direction on its own: below the fence all goes on, and beyond it
 * everything has ended before control says so.
 *
 *   CAY_TEST_PARTITIONS   seconds, with commas between (20; all: 20,200,400)
 *   CAY_TEST_LOSS_SECONDS after which control gives a node up (300)
 *   CAY_TEST_SANDBOXES    on the node each time, half of which are paused at their end (2)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { createOn, isReady, setDrained, via } from '../rig/clients.ts'
import { type Rig, startRig } from '../rig/cluster.ts'
import { liveSandboxes } from '../rig/containers.ts'
import type { RigNode } from '../rig/node.ts'

const startMsMax = 20 * 60_000
const hours = 6 * 3_600_000
const hourMs = 3_600_000
const partitions = (process.env.CAY_TEST_PARTITIONS ?? '20').split(',').map(Number)
const sandboxCount = Number(process.env.CAY_TEST_SANDBOXES ?? 2)
const lossSeconds = Number(process.env.CAY_TEST_LOSS_SECONDS ?? 300)
/** Around the fence and the loss, either outcome is right. */
const marginSeconds = 10
const pollEveryMs = 100
const directions = ['to control', 'from control', 'both'] as const
const all = partitions.flatMap((seconds) => directions.map((direction) => ({ seconds, direction })))
let rig: Rig

beforeAll(async () => {
  const env = { CAY_NODE_LOSS_SECONDS: String(lossSeconds) }
  rig = await startRig({ name: 'cluster-partitions', tree: await swiftTree(), env })
}, startMsMax)

afterEach(() => rig.network.heal())
afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test.each(all)('a node is cut off for $seconds seconds, $direction', { timeout: hours }, async (cut) => {
  const third = rig.node(3)
  const client = via(rig, rig.node(1), rig.node(2))
  const checker = startChecker(rig.nodes)
  const sandboxes = await createAllOn(third)
  for (const sandbox of sandboxes) await sandbox.files.write('/home/user/note', sandbox.sandboxId)
  await cutOff(third, cut.direction)
  const seen = await watch(sandboxes, { seconds: cut.seconds, client, node: third })
  await rig.network.heal()
  await isReady(rig, third)
  for (const { sandbox, lastAliveMs, toldMs } of seen) {
    const { sandboxId } = sandbox
    console.log(`${cut.seconds} s ${cut.direction}: alive until ${lastAliveMs} ms, told ${toldMs ?? 'never'}`)
    if (cut.seconds < lossSeconds * 0.9 - marginSeconds) {
      const again = await Sandbox.connect(sandboxId, client)
      expect(await again.files.read('/home/user/note')).toBe(sandboxId)
      await again.kill()
    }
    if (cut.seconds > lossSeconds + marginSeconds) expect(toldMs).toBeDefined()
    expect(lastAliveMs).toBeLessThan(toldMs ?? Number.POSITIVE_INFINITY)
    checker.toldEnded(sandboxId)
  }
  await (await createOn(rig, third)).kill()
  expect((await checker.stop()).violations).toEqual([])
})

/** The other nodes take nothing meanwhile. */
async function createAllOn(node: RigNode): Promise<readonly Sandbox[]> {
  const others = rig.nodes.filter((each) => each !== node)
  for (const other of others) await setDrained(rig, other, true)
  const sandboxes: Sandbox[] = []
  for (let number = 0; number < sandboxCount; number++) {
    const onTimeout = number % 2 === 0 ? ('kill' as const) : ('pause' as const)
    const options = { ...via(rig, rig.node(1), rig.node(2)), timeoutMs: hourMs, lifecycle: { onTimeout } }
    sandboxes.push(await Sandbox.create('base', options))
  }
  for (const other of others) await setDrained(rig, other, false)
  return sandboxes
}

async function cutOff(node: RigNode, direction: (typeof directions)[number]): Promise<void> {
  for (const member of [rig.node(1), rig.node(2)]) {
    if (direction !== 'from control') await rig.network.drop(node.address, member.address)
    if (direction !== 'to control') await rig.network.drop(member.address, node.address)
  }
}

interface Seen {
  readonly sandbox: Sandbox
  /** When its processes were seen last. */
  lastAliveMs: number
  /** When control said first that it is gone. */
  toldMs?: number
}

/** Looks at the node, and asks control, for so many seconds. */
async function watch(
  sandboxes: readonly Sandbox[],
  {
    seconds,
    client,
    node,
  }: { readonly seconds: number; readonly client: ReturnType<typeof via>; readonly node: RigNode },
): Promise<readonly Seen[]> {
  const beganMs = performance.now()
  const passed = () => Math.round(performance.now() - beganMs)
  const seen: Seen[] = sandboxes.map((sandbox) => ({ sandbox, lastAliveMs: 0 }))
  while (passed() < seconds * 1000) {
    for (const one of seen) {
      if (one.toldMs !== undefined) continue
      const isTold = await isGone(one.sandbox, client)
      const toldMs = passed()
      // Looked at after the answer: what runs then, runs after its end was told.
      const live = liveSandboxes([node]).some(({ sandboxId }) => sandboxId === one.sandbox.sandboxId)
      if (live) one.lastAliveMs = passed()
      if (isTold) one.toldMs = toldMs
    }
    await sleep(pollEveryMs)
  }
  return seen
}

/** Any other failure is one of the partition. */
async function isGone({ sandboxId }: Sandbox, client: ReturnType<typeof via>): Promise<boolean> {
  try {
    await Sandbox.getInfo(sandboxId, client)
    return false
  } catch (error) {
    return /not found|\b404\b/i.test(String(error))
  }
}

/**
 * Hours of random faults, with the usual bounds of the lease: services are killed and stopped, machines lose each other and their power, the
 * database crashes, the object store stops. A checker watches all nodes, and clients work all the time.
 *
 *   CAY_TEST_MINUTES  of faults (3)
 */
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { type ClientSettings, isReady, via } from '../rig/clients.ts'
import { type Rig, startRig } from '../rig/cluster.ts'
import { liveSandboxes } from '../rig/containers.ts'
import { keepSandboxes } from '../rig/kept-sandboxes.ts'
import { leftRunning } from '../rig/leftovers.ts'
import { startLoad } from '../rig/load.ts'
import { recordMemory } from '../rig/memory.ts'
import { randomFaults } from '../rig/random-fault.ts'

const startMsMax = 20 * 60_000
const hours = 6 * 3_600_000
const minutes = Number(process.env.CAY_TEST_MINUTES ?? 3)
const keptCount = 6
/** Until clients can work again after a fault; some machines are shared by much other work. */
const usableMsMax = 300_000
const endedMsMax = 120_000
let rig: Rig

beforeAll(async () => {
  rig = await startRig({ name: 'cluster-random', tree: await swiftTree() })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('hours of random faults under load', { timeout: hours }, async () => {
  const faults = randomFaults(rig)
  const { losses, lossMark } = faults
  // As a load balancer, which sends nothing to a machine that is away.
  const settings = () => {
    const [api, proxy = api] = rig.nodes.slice(0, 2).filter((node) => node !== faults.away())
    return via(rig, api ?? rig.node(1), proxy ?? rig.node(1))
  }
  const checker = startChecker(rig.nodes)
  const load = startLoad({ settings, checker, lossMark })
  const keeper = keepSandboxes({ count: keptCount, settings, lossMark, checker })
  const memory = recordMemory(rig.nodes)
  const beganMs = performance.now()
  const troubles: string[] = []
  let count = 0
  while (performance.now() - beganMs < minutes * 60_000) {
    const happened = await faults.next().catch(async (error: unknown) => {
      // Of the rig: what the cluster does meanwhile is still worth watching.
      troubles.push(String(error))
      await rig.network.heal()
      return `FAILED: ${String(error)}`
    })
    count += 1
    const afterMs = performance.now()
    await expect.poll(() => isUsable(settings()), { timeout: usableMsMax }).toBe(true)
    const seconds = ((performance.now() - afterMs) / 1000).toFixed(0)
    console.log(`${minutesSince(beganMs)} min, fault ${count}: ${happened}; usable ${seconds} s later`)
  }
  for (const node of rig.nodes) await isReady(rig, node)
  const report = await load.stop()
  const kept = await keeper.stop()
  console.log(
    `${count} faults, ${losses()} of them losses of power, in ${minutesSince(beganMs)} min; ` +
      `${report.done} rounds of the load, ${report.expected}; ` +
      `${kept.found} times a kept sandbox was as before, ${kept.lost} ran on a machine that lost its power`,
  )
  for (const line of await memory.stop()) console.log(line)
  await killAll(settings())
  // What no client knows of would stay.
  await expect.poll(() => liveSandboxes(rig.nodes), { timeout: endedMsMax }).toEqual([])
  const { violations, rounds } = await checker.stop()
  expect([violations, report.failures, kept.failures, troubles]).toEqual([[], [], [], []])
  expect(Math.min(rounds, report.done, kept.found)).toBeGreaterThan(0)
})

test('after that cay down leaves nothing', { timeout: startMsMax }, async () => {
  const results = await Promise.all(rig.nodes.map((node) => node.cay('down')))
  expect(results.map(({ code }) => code)).toEqual(rig.nodes.map(() => 0))
  expect(await leftRunning(rig.nodes)).toEqual([])
})

/** Whatever clients have lost sight of: a create whose response did not arrive, for example. */
async function killAll(settings: ClientSettings): Promise<void> {
  const pages = Sandbox.list(settings)
  while (pages.hasNext)
    for (const { sandboxId } of await pages.nextItems()) await Sandbox.kill(sandboxId, settings)
}

/** One failure at a time: the next one comes when clients can work again. */
async function isUsable(settings: ClientSettings): Promise<boolean> {
  try {
    await (await Sandbox.create('base', settings)).kill()
    return true
  } catch {
    // What it was answered, the load counts.
    return false
  }
}

function minutesSince(beganMs: number): string {
  return ((performance.now() - beganMs) / 60_000).toFixed(1)
}

/**
 * A cluster of the version before this one is upgraded node by node, while clients use it.
 *
 *   CAY_TEST_UPGRADE_FROM  the commit to begin with (the one before the last change of what versions agree about)
 *
 * Both versions need the same base template: the machines of the rig cannot fetch Debian packages.
 */
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDataDir } from '../../support/installation.ts'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { checkOut, commitBefore } from '../rig/checkout.ts'
import { createOnEach, isReady, via } from '../rig/clients.ts'
import { type Rig, startRig } from '../rig/cluster.ts'
import { startLoad } from '../rig/load.ts'
import type { RigNode } from '../rig/node.ts'

const startMsMax = 20 * 60_000
const before = testDataDir('cluster-before')
let rig: Rig

beforeAll(async () => {
  const commit = process.env.CAY_TEST_UPGRADE_FROM ?? (await commitBefore())
  await checkOut(commit, before)
  rig = await startRig({ name: 'cluster-upgrade', tree: await swiftTree(), clone: before })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('nodes are upgraded one after the other, and clients of the others notice nothing', {
  timeout: startMsMax,
}, async () => {
  const checker = startChecker(rig.nodes)
  const kept = await createOnEach(rig)
  for (const sandbox of kept.values()) await sandbox.files.write('/home/user/note', sandbox.sandboxId)
  let away: RigNode | undefined
  // As a load balancer, which sends nothing to a machine that is being restarted.
  const present = () => rig.nodes.slice(0, 2).find((node) => node !== away) ?? rig.node(1)
  const load = startLoad({ settings: () => via(rig, present(), present()), checker })
  for (const node of rig.nodes) {
    away = node
    await node.stop()
    node.useClone()
    await node.foreground('up')
    away = undefined
    await isReady(rig, node)
    for (const { sandboxId } of kept.values()) {
      const sandbox = await Sandbox.connect(sandboxId, via(rig, rig.node(1), rig.node(2)))
      expect(await sandbox.files.read('/home/user/note')).toBe(sandboxId)
    }
  }
  const { done, expected, failures } = await load.stop()
  console.log(`${done} rounds of the load, ${expected} failures that clients are told to expect`)
  for (const sandbox of kept.values()) await sandbox.kill()
  const { violations } = await checker.stop()
  expect([violations, failures, done > 0]).toEqual([[], [], true])
})

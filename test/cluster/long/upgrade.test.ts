/**
 * A cluster of the version before this one is upgraded node by node, while clients use it.
 *
 *   CAY_TEST_UPGRADE_FROM  the commit to begin with (the one before the last change of what versions agree about)
 *
 * Each version has a base template of its own. Both are made from the packages that the set-up has fetched.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyBaseTree, testDataDir } from '../../support/installation.ts'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { checkOut, commitBefore } from '../rig/checkout.ts'
import { createOnEach, isReady, via } from '../rig/clients.ts'
import { type Rig, startRig } from '../rig/cluster.ts'
import { startLoad } from '../rig/load.ts'
import type { RigNode } from '../rig/node.ts'

const startMsMax = 20 * 60_000
const before = testDataDir('cluster-before')
const buildMsMax = 10 * 60_000
const execute = promisify(execFile)
let rig: Rig

beforeAll(async () => {
  const commit = process.env.CAY_TEST_UPGRADE_FROM ?? (await commitBefore())
  await checkOut(commit, before)
  const templates = await buildBaseBefore()
  const tree = await swiftTree()
  rig = await startRig({ name: 'cluster-upgrade', tree, clone: before, templates, canBuild: true })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

/** The base template of the earlier version, in a data directory. */
async function buildBaseBefore(): Promise<string> {
  const dataDir = testDataDir('cluster-before-data')
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copyBaseTree(dataDir)
  const program = join(before, 'packages/orchestrator/src/build-template.ts')
  const env = { ...process.env, CAY_DATA_DIR: dataDir }
  await execute(process.execPath, [program], { env, timeout: buildMsMax })
  return dataDir
}

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
  console.log(`${done} rounds of the load, ${expected}`)
  for (const sandbox of kept.values()) await sandbox.kill()
  const { violations } = await checker.stop()
  expect([violations, failures, done > 0]).toEqual([[], [], true])
})

/**
 * A node with many sandboxes is emptied.
 *
 *   CAY_TEST_MOVED  how many (30)
 */
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { swiftTree } from '../../support/swift-tree.ts'
import { startChecker } from '../rig/checker.ts'
import { ownerOf, via } from '../rig/clients.ts'
import { command, type Rig, startRig } from '../rig/cluster.ts'

const startMsMax = 20 * 60_000
const hourMs = 3_600_000
const moved = Number(process.env.CAY_TEST_MOVED ?? 30)
let rig: Rig

beforeAll(async () => {
  rig = await startRig({ name: 'cluster-drain', tree: await swiftTree() })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('all sandboxes of a node that is drained go on elsewhere', { timeout: startMsMax }, async () => {
  const [first, second, third] = [rig.node(1), rig.node(2), rig.node(3)]
  const client = { ...via(rig, first, second), timeoutMs: hourMs }
  const others = await Promise.all([first, second].map((node) => node.nodeId()))
  for (const nodeId of others) await command(first, 'node', 'drain', nodeId)
  const created: { readonly sandboxId: string; readonly pid: number }[] = []
  for (let count = 0; count < moved; count++) {
    const sandbox = await Sandbox.create('base', client)
    await sandbox.files.write('/home/user/note', sandbox.sandboxId)
    const { pid } = await sandbox.commands.run('sleep 100000', { background: true, timeoutMs: 0 })
    created.push({ sandboxId: sandbox.sandboxId, pid })
  }
  for (const nodeId of others) await command(first, 'node', 'ready', nodeId)
  const checker = startChecker(rig.nodes)
  const beganMs = performance.now()
  const told = await command(first, 'node', 'drain', await third.nodeId(), '--move')
  console.log(`moved ${moved} in ${((performance.now() - beganMs) / 1000).toFixed(1)} s: ${told.trim()}`)
  for (const { sandboxId, pid } of created) {
    expect(['node-1', 'node-2']).toContain(ownerOf(rig, sandboxId)?.name)
    const sandbox = await Sandbox.connect(sandboxId, client)
    expect(await sandbox.files.read('/home/user/note')).toBe(sandboxId)
    expect((await sandbox.commands.list()).map((process) => process.pid)).toContain(pid)
    await sandbox.kill()
    checker.toldEnded(sandboxId)
  }
  expect((await checker.stop()).violations).toEqual([])
})

/**
 * Three machines of namespaces make a cluster by the commands that a user has, with two control processes, and lose each
 * other. `npm run test:cluster` is the long form.
 */
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyPostgres } from '../support/postgres.ts'
import { swiftTree } from '../support/swift-tree.ts'
import { startChecker } from './rig/checker.ts'
import { createOn, createOnEach, isReady, ownerOf, via } from './rig/clients.ts'
import { command, type Rig, startRig } from './rig/cluster.ts'
import { liveSandboxes } from './rig/containers.ts'
import type { RigNode } from './rig/node.ts'

const startMsMax = 20 * 60_000
/** Seconds after which control gives up a node that is silent. */
const lossSeconds = 30
const tree = await swiftTree().catch((error: unknown) => {
  console.log(`skipped: the S3 server for tests cannot be made on this machine: ${String(error)}`)
  return undefined
})

describe.skipIf(tree === undefined || anyPostgres === undefined)('with three machines', () => {
  let rig: Rig

  beforeAll(async () => {
    const env = { CAY_NODE_LOSS_SECONDS: String(lossSeconds) }
    rig = await startRig({ name: 'cluster', tree: tree ?? '', env })
  }, startMsMax)

  afterEach(() => rig.network.heal())

  afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

  test('every node runs sandboxes, and any proxy serves them', async () => {
    const sandboxes = await createOnEach(rig)
    expect(sandboxes.size).toBe(rig.nodes.length)
    await Promise.all([...sandboxes].map(([node, { sandboxId }]) => useThroughOthers(node, sandboxId)))
  })

  async function useThroughOthers(node: RigNode, sandboxId: string): Promise<void> {
    const [one, other] = rig.nodes.filter((each) => each !== node)
    if (one === undefined || other === undefined) throw new Error('three nodes')
    const sandbox = await Sandbox.connect(sandboxId, via(rig, rig.node(2), one))
    await sandbox.files.write('/home/user/note', node.name)
    const same = await Sandbox.connect(sandboxId, via(rig, rig.node(1), other))
    expect((await same.commands.run('cat note')).stdout).toBe(node.name)
    await sandbox.kill()
  }

  test('a node that loses its control has ended everything when control says so, others go on, and it comes back', {
    timeout: 480_000,
  }, async () => {
    const [first, second, third] = [rig.node(1), rig.node(2), rig.node(3)]
    const client = via(rig, first, second)
    const checker = startChecker(rig.nodes)
    const { sandboxId } = await createOn(rig, third)
    const paused = await createOn(rig, third, { lifecycle: { onTimeout: 'pause' } })
    for (const member of [first, second]) {
      await rig.network.drop(third.address, member.address)
      await rig.network.drop(member.address, third.address)
    }
    const isTold = async () => (await Sandbox.getInfo(sandboxId, client).catch(() => undefined)) === undefined
    const told = expect
      .poll(isTold, { timeout: 4 * lossSeconds * 1000 })
      .toBe(true)
      // At once, not some time later.
      .then(() => liveSandboxes([third]).map((live) => live.sandboxId))
    const [left] = await Promise.all([told, drainSecond()])
    expect(left).not.toContain(sandboxId)
    expect(left).not.toContain(paused.sandboxId)
    checker.toldEnded(sandboxId)
    await rig.network.heal()
    await isReady(rig, third)
    await (await createOn(rig, third)).kill()
    const { rounds, violations } = await checker.stop()
    expect([violations, rounds > 0]).toEqual([[], true])
  })

  /** A node that is drained gets no more sandboxes, so another one does: here there is one that can be reached. */
  async function drainSecond(): Promise<void> {
    const [first, second] = [rig.node(1), rig.node(2)]
    const nodeId = await second.nodeId()
    await command(first, 'node', 'drain', nodeId)
    for (let turn = 0; turn < 2; turn++) {
      const sandbox = await Sandbox.create('base', via(rig, first, second))
      expect(ownerOf(rig, sandbox.sandboxId)?.name).toBe(first.name)
      await sandbox.kill()
    }
    await command(first, 'node', 'ready', nodeId)
  }

  test('what was paused on a machine that is gone with its disk resumes elsewhere', async () => {
    const third = rig.node(3)
    const client = via(rig, rig.node(1), rig.node(2))
    const kept = await createOn(rig, third)
    await kept.files.write('/home/user/note', kept.sandboxId)
    const { pid } = await kept.commands.run('sleep 100000', { background: true, timeoutMs: 0 })
    await kept.pause(client)
    await third.cutPower({ disk: 'lost' })
    const resumed = await Sandbox.connect(kept.sandboxId, client)
    expect(await resumed.files.read('/home/user/note')).toBe(kept.sandboxId)
    expect((await resumed.commands.list()).map((process) => process.pid)).toContain(pid)
    expect(['node-1', 'node-2']).toContain(ownerOf(rig, kept.sandboxId)?.name)
    await resumed.kill()
    await (await Sandbox.create('base', client)).kill()
  })

  test('cay down leaves nothing that runs', async () => {
    const [first, second] = [rig.node(1), rig.node(2)]
    await Sandbox.create('base', via(rig, first, second))
    const results = await Promise.all([first, second].map((node) => node.cay('down')))
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(liveSandboxes(rig.nodes)).toEqual([])
  })
})

/**
 * Three machines of namespaces make a cluster by the commands that a user has, with two control processes, and lose each
 * other. `npm run test:cluster` is the long form.
 */
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { oldestPostgres } from '../support/postgres.ts'
import { swiftTree } from '../support/swift-tree.ts'
import { startChecker } from './rig/checker.ts'
import { createOn, isReady, ownerOf, via } from './rig/clients.ts'
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

describe.skipIf(tree === undefined || !oldestPostgres.isInstalled)('with three machines', () => {
  let rig: Rig

  beforeAll(async () => {
    const env = { CAY_NODE_LOSS_SECONDS: String(lossSeconds) }
    rig = await startRig({ name: 'cluster', tree: tree ?? '', env })
  }, startMsMax)

  afterEach(() => rig.network.heal())

  afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

  test('every node runs sandboxes, and any proxy serves them', async () => {
    await Promise.all(rig.nodes.map(useThroughOthers))
  })

  async function useThroughOthers(node: RigNode): Promise<void> {
    const { sandboxId } = await createOn(rig, node)
    const [one, other] = rig.nodes.filter((each) => each !== node)
    if (one === undefined || other === undefined) throw new Error('three nodes')
    const sandbox = await Sandbox.connect(sandboxId, via(rig, rig.node(2), one))
    await sandbox.files.write('/home/user/note', node.name)
    const same = await Sandbox.connect(sandboxId, via(rig, rig.node(1), other))
    expect((await same.commands.run('cat note')).stdout).toBe(node.name)
    await sandbox.kill()
  }

  test('a node that loses its control has ended everything when control says so, and comes back', async () => {
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
    await expect.poll(isTold, { timeout: 4 * lossSeconds * 1000 }).toBe(true)
    // At once, not some time later.
    const ids = liveSandboxes([third]).map((live) => live.sandboxId)
    expect(ids).not.toContain(sandboxId)
    expect(ids).not.toContain(paused.sandboxId)
    checker.toldEnded(sandboxId)
    // Others go on meanwhile.
    const elsewhere = await Sandbox.create('base', client)
    await elsewhere.kill()
    await rig.network.heal()
    await isReady(rig, third)
    await (await createOn(rig, third)).kill()
    const { rounds, violations } = await checker.stop()
    expect([violations, rounds > 0]).toEqual([[], true])
  })

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

  test('a node that is drained gets no more sandboxes', async () => {
    const [first, second] = [rig.node(1), rig.node(2)]
    await command(first, 'node', 'drain', await second.nodeId())
    for (let turn = 0; turn < 4; turn++) {
      const sandbox = await Sandbox.create('base', via(rig, first, second))
      expect(ownerOf(rig, sandbox.sandboxId)?.name).toBe(first.name)
      await sandbox.kill()
    }
  })

  test('cay down leaves nothing that runs', async () => {
    const [first, second] = [rig.node(1), rig.node(2)]
    await Sandbox.create('base', via(rig, first, second))
    for (const node of [first, second]) expect((await node.cay('down')).code).toBe(0)
    expect(liveSandboxes(rig.nodes)).toEqual([])
  })
})

/** Builds on real machines: others fetch them before anybody asks, and one whose machine is lost is made on another. */
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizes } from '../../support/build-templates.ts'
import { swiftTree } from '../../support/swift-tree.ts'
import { isReady, ownerOf, setDrained, via } from '../rig/clients.ts'
import { command, joinBy, type Rig, startRig } from '../rig/cluster.ts'
import type { RigNode } from '../rig/node.ts'

const startMsMax = 20 * 60_000
const testMsMax = 20 * 60_000
const fetchedMsMax = 300_000
let rig: Rig

beforeAll(async () => {
  rig = await startRig({ name: 'cluster-builds', tree: await swiftTree() })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('a build that one machine has published is soon on the others, and sandboxes of it start there', {
  timeout: testMsMax,
}, async () => {
  const client = via(rig, rig.node(1), rig.node(2))
  const steps = Template().fromTemplate('base').runCmd('echo built > /home/user/note')
  const { buildId } = await Template.build(steps, 'fetched-ahead', { ...sizes, ...client })
  const publishedMs = performance.now()
  const have = async () => (await Promise.all(rig.nodes.map(buildsOf))).map((all) => all.includes(buildId))
  await expect.poll(have, { timeout: fetchedMsMax }).toEqual([true, true, true])
  console.log(`on all machines ${((performance.now() - publishedMs) / 1000).toFixed(0)} s after it was ready`)
  for (const node of rig.nodes) {
    const others = rig.nodes.filter((each) => each !== node)
    for (const other of others) await setDrained(rig, other, true)
    const sandbox = await Sandbox.create('fetched-ahead', client)
    expect(ownerOf(rig, sandbox.sandboxId)).toBe(node)
    expect((await sandbox.commands.run('cat /home/user/note')).stdout).toBe('built\n')
    await sandbox.kill()
    for (const other of others) await setDrained(rig, other, false)
  }
})

test('a build whose machine is lost with its disk is made on another one', {
  timeout: testMsMax,
}, async () => {
  const [first, second, third] = [rig.node(1), rig.node(2), rig.node(3)]
  const client = via(rig, first, second)
  for (const node of [first, second]) await setDrained(rig, node, true)
  const steps = Template()
    .fromTemplate('base')
    .runCmd('echo begun && sleep 20')
    .runCmd('echo built > /home/user/note')
  const lines: string[] = []
  const begun = Promise.withResolvers<void>()
  const onBuildLogs = ({ message }: { readonly message: string }) => {
    lines.push(message)
    if (/begun$/.test(message)) begun.resolve()
  }
  const building = Template.build(steps, 'made-twice', { ...sizes, ...client, onBuildLogs })
  await Promise.race([begun.promise, building])
  for (const node of [first, second]) await setDrained(rig, node, false)
  const nodeId = await third.nodeId()
  await third.cutPower({ disk: 'lost' })
  await command(first, 'node', 'lost', nodeId)
  await building
  console.log(lines.filter((line) => /begun$|again|lost/.test(line)).join('\n'))
  expect(lines.filter((line) => /begun$/.test(line)).length).toBeGreaterThan(1)
  const sandbox = await Sandbox.create('made-twice', client)
  expect((await sandbox.commands.run('cat /home/user/note')).stdout).toBe('built\n')
  await sandbox.kill()
  await command(first, 'node', 'remove', nodeId)
  await third.powerOn()
  await joinBy(first, third)
  await isReady(rig, third)
})

/** From which sandboxes can be created on the node. */
async function buildsOf(node: RigNode): Promise<readonly string[]> {
  const response = await fetch(`${rig.node(1).apiUrl}/nodes/${await node.nodeId()}`, {
    headers: { 'x-admin-token': rig.adminToken },
  })
  return ((await response.json()) as { readonly cachedBuilds: readonly string[] }).cachedBuilds
}

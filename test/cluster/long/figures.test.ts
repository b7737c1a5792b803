/**
 * Measures what a cluster costs, in one run and in turns: a resume on another node against one on the same, and a request through
 * another node's proxy against one through the owner's. Prints the figures; they are in docs/cluster.md.
 */
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizes } from '../../support/build-templates.ts'
import { swiftTree } from '../../support/swift-tree.ts'
import { createOn, ownerOf, setDrained, via } from '../rig/clients.ts'
import { type Rig, startRig } from '../rig/cluster.ts'

const startMsMax = 20 * 60_000
const turns = 8
const requests = 100
const transferBytes = 64 * 1024 * 1024
let rig: Rig

beforeAll(async () => {
  // A copy that is kept frozen would make the resume on the same node another thing than the one elsewhere.
  rig = await startRig({ name: 'cluster', tree: await swiftTree(), env: { CAY_MAX_FROZEN_COPIES: '0' } })
}, startMsMax)

afterAll(() => rig?.[Symbol.asyncDispose](), startMsMax)

test('a resume elsewhere and one on the same node', { timeout: startMsMax }, async () => {
  const same: number[] = []
  const elsewhere: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const third = rig.node(3)
    const sandbox = await createOn(rig, third)
    await sandbox.pause()
    same.push(await timed(() => resume(sandbox.sandboxId)))
    expect(ownerOf(rig, sandbox.sandboxId)).toBe(third)
    await sandbox.pause()
    await setDrained(rig, third, true)
    elsewhere.push(await timed(() => resume(sandbox.sandboxId)))
    expect(ownerOf(rig, sandbox.sandboxId)).not.toBe(third)
    await setDrained(rig, third, false)
    await sandbox.kill()
  }
  console.log(
    `resume on the same node ${summary(same)}; elsewhere, root file system cached ${summary(elsewhere)}`,
  )
})

test('a resume elsewhere of a template that the node does not have', { timeout: startMsMax }, async () => {
  const client = via(rig, rig.node(1), rig.node(2))
  const tookMs: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    const template = `figures-${turn}`
    const steps = Template().fromTemplate('base').runCmd(`head -c 8000000 /dev/urandom > /home/user/${turn}`)
    await Template.build(steps, template, { ...sizes, ...client })
    const sandbox = await Sandbox.create(template, { ...client, timeoutMs: 3_600_000 })
    const owner = ownerOf(rig, sandbox.sandboxId)
    if (owner === undefined) throw new Error('it runs nowhere')
    await sandbox.pause()
    await setDrained(rig, owner, true)
    tookMs.push(await timed(() => resume(sandbox.sandboxId)))
    expect(ownerOf(rig, sandbox.sandboxId)).not.toBe(owner)
    await setDrained(rig, owner, false)
    await sandbox.kill()
  }
  console.log(`resume elsewhere, root file system fetched: ${summary(tookMs)}`)
})

test('a request through another proxy and one through that of the owner', {
  timeout: startMsMax,
}, async () => {
  const third = rig.node(3)
  const { sandboxId } = await createOn(rig, third)
  const [direct, hop] = await Promise.all(
    [third, rig.node(2)].map((proxy) => Sandbox.connect(sandboxId, via(rig, rig.node(1), proxy))),
  )
  if (direct === undefined || hop === undefined) throw new Error('two clients')
  await direct.files.write('/home/user/small', 'ok')
  await direct.files.write('/home/user/large', new Blob([new Uint8Array(transferBytes)]))
  const small: [number[], number[]] = [[], []]
  const large: [number[], number[]] = [[], []]
  for (let turn = 0; turn < requests; turn++)
    for (const [index, sandbox] of [direct, hop].entries())
      small[index]?.push(await timed(() => sandbox.files.read('/home/user/small')))
  for (let turn = 0; turn < turns; turn++)
    for (const [index, sandbox] of [direct, hop].entries())
      large[index]?.push(await timed(() => sandbox.files.read('/home/user/large', { format: 'bytes' })))
  console.log(`2 bytes: direct ${summary(small[0])}, with a hop ${summary(small[1])}`)
  console.log(`64 MiB: direct ${summary(large[0])}, with a hop ${summary(large[1])}`)
})

async function resume(sandboxId: string): Promise<void> {
  await Sandbox.connect(sandboxId, via(rig, rig.node(1), rig.node(2)))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now()
  await work()
  return performance.now() - beganMs
}

function summary(tookMs: readonly number[]): string {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return `p50 ${median.toFixed(1)} ms (${(sorted[0] ?? 0).toFixed(1)} to ${(sorted.at(-1) ?? 0).toFixed(1)}, n ${sorted.length})`
}

/** Machines that join a cluster over its real port, and those that may not. */
import { clockSkewMsMax } from '@cay/core/cluster/check-machine.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeReport } from '../suites/store-nodes.ts'
import { type LinkWorld, startLinkWorld } from './link-world.ts'

let nowMs = () => Date.now()
let world: LinkWorld
let other: LinkWorld
beforeAll(async () => {
  const clock = { nowMs: () => nowMs(), sleep: async () => undefined }
  world = await startLinkWorld({ clock })
  other = await startLinkWorld()
})
afterAll(async () => {
  await world.stop()
  await other.stop()
})

describe('a machine with a good token', () => {
  test('is a node afterwards, and knows the control processes and the settings of the cluster', async () => {
    const { identity, settings } = await world.join({ name: 'first' })
    expect(identity.nodeId).toMatch(/^n[0-9a-f]{12}$/)
    expect(settings).toMatchObject({ domain: 'cay.example', replicas: [world.replicas[0]?.address] })
    expect(await world.store.findMember(identity.nodeId)).toBeDefined()
  })
})

test('a machine with the right time was refused for its clock when the call of its join took more than two seconds', async () => {
  const token = await world.token()
  let calls = 0
  nowMs = () => {
    // The first look at the clock is that of the call, which has stood still for so long.
    calls += 1
    if (calls === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, clockSkewMsMax + 500)
    return Date.now()
  }
  try {
    const { identity } = await world.join({ name: 'slow-call' }, token)
    expect(identity.nodeId).toMatch(/^n/)
  } finally {
    nowMs = () => Date.now()
  }
})

describe('a machine is refused with one sentence', () => {
  const refused = (sentence: RegExp) => ({
    name: 'JoinRefusedError',
    message: expect.stringMatching(sentence),
  })

  test('when its token was used by another one', async () => {
    const token = await world.token()
    await world.join({ name: 'user' }, token)
    await expect(world.join({ name: 'reuser' }, token)).rejects.toMatchObject(
      refused(/^the token was used already/),
    )
  })

  test('when its token has expired', async () => {
    const token = await world.token()
    nowMs = () => Date.now() + 3_600_000
    try {
      await expect(world.join({ name: 'late' }, token)).rejects.toMatchObject(
        refused(/^the token has expired/),
      )
    } finally {
      nowMs = () => Date.now()
    }
  })

  test('when its token is of another cluster, before anything is sent there', async () => {
    await expect(world.join({}, await other.token())).rejects.toMatchObject(
      refused(/is not the cluster that the token is of: its authority is another one, so nothing was sent/),
    )
  })

  test('when the secret of its token is wrong', async () => {
    const token = (await world.token()).replace(/\.[0-9a-f]{64}\./, `.${'0'.repeat(64)}.`)
    await expect(world.join({}, token)).rejects.toMatchObject(
      refused(/^the token is not one of this cluster/),
    )
  })

  test('when its token was cut off', async () => {
    await expect(world.join({}, (await world.token()).slice(0, -1))).rejects.toMatchObject(
      refused(/^the token is not complete/),
    )
  })

  test('when a node has its name, and its token stays good', async () => {
    await world.join({ name: 'twin' })
    const token = await world.token()
    await expect(world.join({ name: 'twin' }, token)).rejects.toMatchObject(
      refused(/^a node of this cluster is named twin already: --name sets another name$/),
    )
    expect((await world.join({ name: 'twin-2' }, token)).identity.nodeId).toMatch(/^n/)
  })

  test('when another one joins with its name at the same moment', async () => {
    const tokens = [await world.token(), await world.token()]
    const joins = await Promise.allSettled(tokens.map((token) => world.join({ name: 'at-once' }, token)))
    expect(joins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(joins.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refused(/^a node of this cluster is named at-once already/),
    })
  })

  test('when its name cannot be one', async () => {
    await expect(world.join({ name: 'Node One' })).rejects.toMatchObject(
      refused(/"Node One" is no name for a node/),
    )
  })

  test('when it has another version', async () => {
    await expect(world.join({ version: '0.2.0' })).rejects.toMatchObject(
      refused(/^this machine has Cay 0\.2\.0, and the cluster has 0\.1\.0/),
    )
  })

  test('when its clock is wrong', async () => {
    nowMs = () => Date.now() + 60_000
    try {
      await expect(world.join({})).rejects.toMatchObject(
        refused(/^the clock of this machine is 6\d\.\d s behind the cluster/),
      )
    } finally {
      nowMs = () => Date.now()
    }
  })

  test('when its processor lacks what all templates of the cluster need', async () => {
    for (const [artifactId, cpuFeatures] of [
      ['old', 'avx sse'],
      ['new', 'amx avx sse'],
    ] as const) {
      await world.store.beginArtifact({ artifactId, kind: 'build', nowMs: 1, sealKey: () => 'key' })
      const facts = { artifactId, attempt: 1, manifest: '{}', storedBytes: 1, cpuFeatures }
      const texts = {
        runtimeId: '',
        rootfsId: '',
        sandboxId: '',
        sealedRecord: '',
        alias: 'base',
        templateId: 't',
      }
      await world.store.commitArtifact({ ...facts, ...texts }, 1)
    }
    const { identity } = await world.join({ name: 'reporter' })
    const renewal = { nodeId: identity.nodeId, incarnation: 1, bootId: 'b', renewedAtMs: 1, clockSkewMs: 0 }
    await world.store.renewNodes([{ ...renewal, report: nodeReport }])
    await expect(world.join({ cpuFeatures: ['sse'] })).rejects.toMatchObject(
      refused(/lacks avx, which the memory/),
    )
    await expect(world.join({ arch: 'aarch64' })).rejects.toMatchObject(refused(/has an aarch64 processor/))
  })
})

test('a join whose answer was lost can be repeated with the same key', async () => {
  const token = await world.token()
  const keys = await world.keys()
  const [one, again] = [
    await world.join({ name: 'again' }, token, keys),
    await world.join({ name: 'again' }, token, keys),
  ]
  expect(again.identity.nodeId).toBe(one.identity.nodeId)
})

/** What every store must do with the nodes of a cluster. Part of the suite of stores. */
import type { ArtifactFacts } from '@cay/control/ports/artifact.ts'
import type { NodeReport, Renewal } from '@cay/control/ports/cluster-node.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { isServiceError } from '@cay/core/errors.ts'
import { describe, expect, test } from 'vitest'

const onNode = { directoryId: null, attachEpoch: 0, formerNodeIds: null }

export const nodeReport: NodeReport = {
  ...{
    instanceId: 'run',
    version: '1.0',
    arch: 'x86_64',
    cpuFeatures: 'avx',
    runtimeId: 'r',
    address: 'h:1',
  },
  capacity: {
    ...{ placesMax: 9, placesUsed: 1, placesInFlight: 0, cpuCount: 4, cpusAllocated: 2 },
    ...{ memoryTotalMb: 8192, memoryFreeMb: 4096, diskFreeMb: 9999 },
  },
  ...{ pooledBuildIds: [], cachedBuildIds: ['b'] },
}

const renewal = (nodeId: string, more: Partial<Renewal> = {}): Renewal => ({
  ...{ nodeId, incarnation: 1, bootId: 'boot', renewedAtMs: 100, clockSkewMs: -7, report: nodeReport },
  ...more,
})

type MakeSandbox = (sandboxId: string, more?: Partial<SandboxRecord>) => SandboxRecord

type PauseFacts = Partial<Pick<ArtifactFacts, 'artifactId' | 'nodeId' | 'epoch'>>

/** `store` is asked for in each test, after the suite has opened it. */
export function describeNodes(store: () => Store, sandbox: MakeSandbox): void {
  const add = (...ids: string[]) =>
    Promise.all(ids.map((id) => store().addNode({ nodeId: id, name: `host-${id}`, labels: ['x'], nowMs: 1 })))

  describe('nodes', () => {
    test('a node that joins is there, and its name is taken', async () => {
      await add('a')
      expect(await store().findNode('a')).toMatchObject({
        ...{ nodeId: 'a', name: 'host-a', labels: ['x'], incarnation: 1, desired: 'ready' },
        ...{ renewedAtMs: 0, lostAtMs: null, report: null },
      })
      await expect(store().addNode({ nodeId: 'b', name: 'host-a', labels: [], nowMs: 1 })).rejects.toSatisfy(
        (error) => isServiceError(error, 'already_exists'),
      )
      expect(await store().findNode('b')).toBeUndefined()
    })

    test('of two machines that join at once under one name, one is let in, and the token of the other stays good', async () => {
      const join = (of: string, name = 'twin') =>
        store().joinMember({
          ...{ tokenId: `token-${of}`, keyHash: `key-${of}`, nodeId: `n-${of}`, serial: of, nowMs: 1, name },
        })
      for (const of of ['a', 'b'])
        await store().addJoinToken({ tokenId: `token-${of}`, secretHash: 'h', expiresAtMs: 9, nodeId: null })
      const [a, b] = await Promise.all([join('a'), join('b')])
      expect([a, b].sort()).toEqual(['joined', 'name_taken'])
      const refused = a === 'joined' ? 'b' : 'a'
      expect(await store().findMember(`n-${refused}`)).toBeUndefined()
      expect(await store().findNode(`n-${refused}`)).toBeUndefined()
      expect(await join(refused, 'other')).toBe('joined')
    })

    test('many leases are renewed at once, each under its incarnation', async () => {
      await add('a', 'b', 'c')
      expect(await store().loseNode('c', 1, 50)).toBe(2)
      const asked = [renewal('a'), renewal('b', { incarnation: 7 }), renewal('c', { incarnation: 2 })]
      expect(await store().renewNodes([...asked, renewal('nobody')])).toEqual(['a'])
      expect(await store().findNode('a')).toMatchObject({
        ...{ renewedAtMs: 100, clockSkewMs: -7, bootId: 'boot', report: nodeReport },
      })
      expect(await store().confirmLoss('c', 1, 60)).toBe(false)
      expect(await store().confirmLoss('c', 2, 60)).toBe(true)
      expect(await store().findNode('c')).toMatchObject({ lostAtMs: null, renewedAtMs: 60 })
      expect(await store().renewNodes([renewal('c', { incarnation: 2 })])).toEqual(['c'])
    })

    test('status and labels are those that were set last', async () => {
      await add('a')
      expect(await store().setNodeStatus('a', 'draining', 9)).toBe(true)
      expect(await store().setNodeLabels('a', ['gpu'])).toBe(true)
      expect(await store().setNodeStatus('nobody', 'draining', 9)).toBe(false)
      const [node] = await store().listNodes()
      expect(node).toMatchObject({ desired: 'draining', desiredAtMs: 9, labels: ['gpu'] })
    })

    test('each node is followed by one process, and by another one when its lease is over', async () => {
      await add('a', 'b', 'c')
      const lease = { nowMs: 10, untilMs: 20 }
      expect(await store().followNodes('r1', 2, lease)).toHaveLength(2)
      expect(await store().followNodes('r2', 2, lease)).toHaveLength(1)
      expect(await store().followNodes('r1', 2, { nowMs: 15, untilMs: 25 })).toHaveLength(2)
      expect(await store().followNodes('r2', 9, { nowMs: 20, untilMs: 30 })).toHaveLength(1)
      expect(await store().followNodes('r2', 9, { nowMs: 25, untilMs: 35 })).toHaveLength(3)
      await store().releaseNodes('r2')
      expect(await store().followNodes('r1', 9, { nowMs: 26, untilMs: 36 })).toHaveLength(3)
    })

    test('a node that has sandboxes is not removed', async () => {
      await add('a')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a' }))
      expect(await store().removeNode('a', { withVolumes: true })).toBe(false)
      await store().changeSandbox('ia', () => ({
        change: { endedAtMs: 5, changedAtMs: 5 },
        transition: { event: 'killed', to: 'ended', keyId: null },
      }))
      expect(await store().removeNode('a', { withVolumes: false })).toBe(true)
      expect(await store().findNode('a')).toBeUndefined()
    })

    test('a node that has volumes is removed only with them', async () => {
      await add('a', 'b')
      const volume = { teamId: 't1', sizeMb: 1, createdAtMs: 1, ...onNode }
      for (const [name, nodeId] of [
        ['mine', 'a'],
        ['other', 'b'],
      ] as const) {
        await store().insertVolume({ ...volume, volumeId: `v-${name}`, name, nodeId }, 10)
        await store().publishVolume(`v-${name}`)
      }
      expect((await store().listNodeVolumes('a', 9)).map(({ name }) => name)).toEqual(['mine'])
      expect(await store().removeNode('a', { withVolumes: false })).toBe(false)
      expect(await store().removeNode('a', { withVolumes: true })).toBe(true)
      expect((await store().listVolumes('t1')).map(({ name }) => name)).toEqual(['other'])
      expect(await store().listDeletedVolumes()).toMatchObject([{ volumeId: 'v-mine', nodeId: 'a' }])
    })

    test('volumes of a shared directory keep no node from being removed, and are attached to none then', async () => {
      await add('a')
      const shared = { ...onNode, directoryId: 'd', nodeId: 'a', formerNodeIds: ['a'] }
      const volume = { volumeId: 'v', teamId: 't1', name: 'shared', sizeMb: 1, createdAtMs: 1, ...shared }
      await store().insertVolume(volume, 10)
      await store().publishVolume('v')
      expect(await store().listNodeVolumes('a', 10)).toEqual([])
      expect(await store().removeNode('a', { withVolumes: true })).toBe(true)
      expect(await store().findVolume('t1', 'v')).toMatchObject({ nodeId: null })
    })

    test('volumes without a node are on the first one', async () => {
      await add('local')
      const volume = {
        volumeId: 'v',
        teamId: 't1',
        name: 'old',
        sizeMb: 1,
        createdAtMs: 1,
        nodeId: null,
        ...onNode,
      }
      await store().insertVolume(volume, 10)
      expect(await store().removeNode('local', { withVolumes: false })).toBe(false)
      expect(await store().listNodeVolumes('local', 9)).toHaveLength(1)
      expect(await store().removeNode('local', { withVolumes: true })).toBe(true)
    })
  })

  describe('sandboxes of a node that is given up', () => {
    const commitPause = async (
      sandboxId: string,
      { artifactId = `pause-${sandboxId}`, ...more }: PauseFacts = {},
    ) => {
      await store().beginArtifact({
        artifactId,
        kind: 'pause',
        nowMs: 1,
        nodeId: more.nodeId,
        sealKey: () => 'k',
      })
      const facts = { artifactId, attempt: 1, manifest: '{}', storedBytes: 1, cpuFeatures: '', ...more }
      const others = { runtimeId: '', rootfsId: '', sandboxId, sealedRecord: 'x', alias: '', templateId: '' }
      return await store().commitArtifact({ ...facts, ...others }, 2)
    }
    const storePause = async (sandboxId: string) => expect(await commitPause(sandboxId)).toBe('stored')
    const resume = (sandboxId: string) =>
      store().changeSandbox(sandboxId, () => ({
        change: { changedAtMs: 5 },
        transition: { event: 'resumed', to: 'running', keyId: null },
        isPlacement: true,
      }))

    test('end, unless their pause is stored or may be on its disk; those of other nodes go on', async () => {
      await add('a', 'b')
      const here = (id: string, more: Partial<SandboxRecord> = {}) =>
        store().insertSandbox(sandbox(id, { nodeId: 'a', ...more }))
      await here('running')
      await here('stored', { state: 'pausing' })
      await here('paused', { state: 'paused' })
      await here('paused-stored', { state: 'paused' })
      await here('creating', { state: 'creating' })
      await here('killing', { state: 'killing' })
      await store().insertSandbox(sandbox('elsewhere', { nodeId: 'b' }))
      for (const id of ['stored', 'paused-stored']) await storePause(id)
      expect(await store().loseNode('a', 9, 50)).toBeUndefined()
      expect(await store().loseNode('a', 1, 50)).toBe(2)
      expect(await store().loseNode('a', 1, 60)).toBeUndefined()
      const find = (id: string) => store().findSandbox(id)
      expect(await find('running')).toMatchObject({ state: 'ended', endReason: 'node_lost', endedAtMs: 50 })
      expect(await find('killing')).toMatchObject({ state: 'ended', endReason: 'killed' })
      expect(await find('stored')).toMatchObject({ state: 'paused', nodeId: null, originId: 'a' })
      expect(await find('paused-stored')).toMatchObject({ state: 'paused', nodeId: null, originId: 'a' })
      expect(await find('paused')).toMatchObject({ state: 'paused', nodeId: 'a' })
      expect(await find('creating')).toBeUndefined()
      expect(await find('elsewhere')).toMatchObject({ state: 'running', nodeId: 'b' })
    })

    test('a sandbox that has run since its last stored pause does not go back to it when its node is given up', async () => {
      await add('a')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a', state: 'paused' }))
      await storePause('ia')
      await resume('ia')
      expect(await store().findStoredPause('ia')).toBeUndefined()
      expect(await store().loseNode('a', 1, 50)).toBe(2)
      expect(await store().findSandbox('ia')).toMatchObject({ state: 'ended', endReason: 'node_lost' })
    })

    test('a sandbox went back to a pause that had failed, when its node was given up', async () => {
      await add('a')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a', state: 'pausing' }))
      // Its node did not get the answer.
      await storePause('ia')
      await store().changeSandbox('ia', () => ({
        change: { changedAtMs: 5 },
        transition: { event: 'pauseFailed', to: 'running', keyId: null },
      }))
      expect(await store().loseNode('a', 1, 50)).toBe(2)
      expect(await store().findSandbox('ia')).toMatchObject({ state: 'ended', endReason: 'node_lost' })
    })

    test('a pause whose sandbox was placed again meanwhile is refused, and replaces no newer one', async () => {
      await add('a', 'b')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a', state: 'paused', epoch: 1 }))
      await resume('ia')
      const late = { artifactId: 'late', nodeId: 'a', epoch: 1 }
      expect(await commitPause('ia', late)).toBe('stale')
      await store().changeSandbox('ia', () => ({
        change: { changedAtMs: 6 },
        transition: { event: 'paused', to: 'paused', keyId: null },
      }))
      expect(await commitPause('ia', { artifactId: 'newer', nodeId: 'a', epoch: 2 })).toBe('stored')
      expect(await commitPause('ia', { ...late, artifactId: 'later' })).toBe('stale')
      expect(await store().findStoredPause('ia')).toMatchObject({ artifactId: 'newer' })
    })

    test('a pause is stored although a resume was refused since, which has raised the epoch', async () => {
      await add('a')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a', state: 'paused', epoch: 3 }))
      expect(await commitPause('ia', { nodeId: 'a', epoch: 2 })).toBe('stored')
    })

    test('a pause that is stored by a node that the sandbox is not on is refused', async () => {
      await add('a', 'b')
      await store().insertSandbox(sandbox('ia', { nodeId: 'a', state: 'paused', epoch: 1 }))
      expect(await commitPause('ia', { nodeId: 'b', epoch: 9 })).toBe('foreign')
      expect(await store().findStoredPause('ia')).toBeUndefined()
    })

    test('an attempt of one node is neither taken over nor completed by another one', async () => {
      const begin = { artifactId: 'p', kind: 'pause', nowMs: 1, sealKey: () => 'k' } as const
      await add('a', 'b')
      await store().insertSandbox(sandbox('ia', { nodeId: 'b', state: 'paused', epoch: 1 }))
      await store().beginArtifact({ ...begin, nodeId: 'a' })
      await expect(store().beginArtifact({ ...begin, nodeId: 'b' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(store().beginArtifact({ ...begin, kind: 'rootfs', nodeId: 'b' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      const facts = { artifactId: 'p', attempt: 1, manifest: '{}', storedBytes: 1, cpuFeatures: '' }
      const others = { runtimeId: '', rootfsId: '', sealedRecord: 'x', alias: '', templateId: '' }
      const commit = { ...facts, ...others, sandboxId: 'ia', nodeId: 'b' }
      expect(await store().commitArtifact(commit, 2)).toBe('foreign')
      expect(await store().findUpload({ artifactId: 'p', attempt: 1 })).toEqual({ nodeId: 'a' })
    })

    test('a paused sandbox needs no node once it is stored', async () => {
      await add('a')
      for (const id of ['kept', 'stored'])
        await store().insertSandbox(sandbox(id, { nodeId: 'a', state: 'paused' }))
      await store().insertSandbox(sandbox('other', { nodeId: 'b', state: 'paused' }))
      for (const id of ['stored', 'other']) await storePause(id)
      expect(await store().detachStored('a')).toBe(1)
      expect(await store().findSandbox('stored')).toMatchObject({ nodeId: null, originId: 'a' })
      const marks = await store().listUnended('a', { afterId: '', limit: 9 })
      expect(marks.map(({ sandboxId }) => sandboxId)).toEqual(['kept'])
    })
  })
}

/** What every store must do with templates that are snapshots. Part of the suite of stores. */
import type { NewSnapshot } from '@cay/control/ports/snapshot.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { describe, expect, test } from 'vitest'

const resources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 }
const build = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function snapshot(n: number, more: Partial<NewSnapshot> = {}): NewSnapshot {
  return {
    teamId: 't1',
    teamSlug: 'default',
    alias: null,
    tag: 'default',
    templateId: `tpl${n}`,
    build: { buildId: build(n), resources, envdVersion: '0.6.13' },
    diskMb: 7,
    nodeId: 'local',
    sandboxId: 'ia',
    nowMs: n,
    ...more,
  }
}

/** `store` is asked for in each test, after the suite has opened it. */
export function describeSnapshots(store: () => Store): void {
  describe('snapshots', () => {
    const list = async (query: Partial<Parameters<Store['listSnapshots']>[0]> = {}) => {
      const found = await store().listSnapshots({ teamId: 't1', teamSlug: 'default', limit: 100, ...query })
      return found.map(({ templateId, alias, tag }) => `${alias ?? templateId}:${tag}`)
    }

    test('one without a name is a template of its own each time', async () => {
      expect(await store().addSnapshot(snapshot(1))).toEqual({
        templateId: 'tpl1',
        alias: null,
        tag: 'default',
      })
      await store().addSnapshot(snapshot(2))
      expect(await list()).toEqual(['tpl2:default', 'tpl1:default'])
      expect(await store().findTemplate('tpl1')).toEqual({
        templateId: 'tpl1',
        teamId: 't1',
        alias: null,
        source: 'snapshot',
        isPublic: false,
      })
      expect((await store().findBuild('tpl1', 'default'))?.buildId).toBe(build(1))
    })

    test('a name that is known gets one more build, which is served at once, within a millisecond too', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app', nowMs: 5 }))
      const again = await store().addSnapshot(snapshot(2, { alias: 'app', nowMs: 5 }))
      expect(again.templateId).toBe('tpl1')
      expect((await store().findBuild('tpl1', 'default'))?.buildId).toBe(build(2))
      expect((await store().findBuild('tpl1', build(1)))?.buildId).toBe(build(1))
      expect(await list()).toEqual(['app:default'])
      expect((await store().findTemplateByAlias('default', 'app'))?.source).toBe('snapshot')
    })

    test('a list has of each template the tag that was assigned last, or the one asked for', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app', tag: 'v1', nowMs: 5 }))
      await store().addSnapshot(snapshot(2, { alias: 'app', tag: 'v2', nowMs: 5 }))
      expect(await list()).toEqual(['app:v2'])
      expect(await list({ tag: 'v1' })).toEqual(['app:v1'])
      expect(await list({ name: 'app', tag: 'v1' })).toEqual(['app:v1'])
      expect(await list({ name: 'tpl1' })).toEqual(['app:v2'])
      expect(await list({ name: 'nope' })).toEqual([])
      expect(await list({ tag: 'default' })).toEqual([])
    })

    test('a list of one sandbox has what stands for it now', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app' }))
      await store().addSnapshot(snapshot(2, { alias: 'other' }))
      await store().addSnapshot(snapshot(3, { alias: 'app', sandboxId: 'ib' }))
      expect(await list({ sandboxId: 'ia' })).toEqual(['other:default'])
      expect(await list({ sandboxId: 'ib' })).toEqual(['app:default'])
    })

    test('pages go on after the last template, newest first', async () => {
      for (const n of [1, 2, 3]) await store().addSnapshot(snapshot(n, { nowMs: n === 3 ? 9 : 5 }))
      expect(await list({ limit: 2 })).toEqual(['tpl3:default', 'tpl1:default'])
      expect(await list({ after: { atMs: 5, id: 'tpl1' } })).toEqual(['tpl2:default'])
    })

    test('one team never sees the snapshots of another', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app' }))
      await store().addSnapshot(snapshot(2, { alias: 'app', teamId: 't2', teamSlug: 'other' }))
      expect(await list()).toEqual(['app:default'])
      expect(await list({ teamId: 't2', teamSlug: 'other', name: 'tpl1' })).toEqual([])
    })

    test('they count for the disk of their team, each build of a name, until they are removed or the node lacks them', async () => {
      const diskOf = async (teamId: string) =>
        (await store().teamUsage(teamId, { nowMs: 0, without: [] })).diskMb
      await store().addSnapshot(snapshot(1, { alias: 'app' }))
      await store().addSnapshot(snapshot(2, { alias: 'app', diskMb: 5 }))
      await store().addSnapshot(snapshot(3, { teamId: 't2', teamSlug: 'other', diskMb: 100 }))
      expect([await diskOf('t1'), await diskOf('t2')]).toEqual([12, 100])
      await store().markSnapshotBuilds(false, [build(2)])
      expect(await diskOf('t1')).toBe(7)
      await store().removeTemplate('tpl1')
      expect([await diskOf('t1'), await diskOf('t2')]).toEqual([0, 100])
    })

    test('what the node lacks is neither listed nor found, until it is back', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app' }))
      await store().addSnapshot(snapshot(2, { alias: 'app' }))
      await store().markSnapshotBuilds(false, [build(2)])
      await store().markSnapshotBuilds(false, [])
      expect((await store().findBuild('tpl1', 'default'))?.buildId).toBe(build(1))
      await store().markSnapshotBuilds(false, [build(1)])
      expect(await list()).toEqual([])
      await store().markSnapshotBuilds(true, [build(2)])
      expect(await list()).toEqual(['app:default'])
      expect(await store().listSnapshotBuilds('local')).toEqual([
        { snapshotId: build(1), recordedAtMs: 1, isOnNode: false },
        { snapshotId: build(2), recordedAtMs: 2, isOnNode: true },
      ])
    })

    test('they stay when the templates of the node are taken over', async () => {
      await store().addSnapshot(snapshot(1))
      await store().syncTemplates([])
      expect(await list()).toEqual(['tpl1:default'])
    })

    test('removing takes names, tags and builds, and frees the name', async () => {
      await store().addSnapshot(snapshot(1, { alias: 'app' }))
      await store().addSnapshot(snapshot(2, { alias: 'app', tag: 'v2' }))
      const removal = await store().removeTemplate('tpl1')
      expect(removal).toEqual({
        kind: 'removed',
        builds: expect.arrayContaining([1, 2].map((n) => ({ buildId: build(n), nodeId: 'local' }))),
      })
      expect(await store().removeTemplate('tpl1')).toEqual({ kind: 'missing' })
      expect(await list()).toEqual([])
      expect(await store().listSnapshotBuilds('local')).toEqual([])
      expect((await store().addSnapshot(snapshot(3, { alias: 'app' }))).templateId).toBe('tpl3')
    })

    test('the name of a template that is no snapshot is not taken', async () => {
      await store().syncTemplates([
        {
          templateId: 'node',
          buildId: build(9),
          alias: 'base',
          resources,
          envdVersion: '0.6.13',
          createdAtMs: 1,
        },
      ])
      // The namespace of everybody is nobody's own.
      const taken = store().addSnapshot(snapshot(1, { alias: 'base', teamSlug: '' }))
      await expect(taken).rejects.toMatchObject({ code: 'already_exists' })
      expect(await list()).toEqual([])
    })
  })
}

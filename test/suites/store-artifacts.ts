/** What every store must do with artifacts of the object store. Part of the suite of stores. */
import type { ArtifactFacts, ArtifactKind, NewLogSegment } from '@cay/control/ports/artifact.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { describe, expect, test } from 'vitest'

const msPerHour = 3_600_000
function facts(artifactId: string, attempt: number, more: Partial<ArtifactFacts> = {}): ArtifactFacts {
  return {
    ...{ artifactId, attempt, manifest: '{}', storedBytes: 6_000_000_000, cpuFeatures: 'avx', runtimeId: '' },
    ...{ rootfsId: '', sandboxId: '', sealedRecord: '', alias: '', templateId: '', ...more },
  }
}

/** `store` is asked for in each test, after the suite has opened it. */
export function describeArtifacts(
  store: () => Store,
  sandbox: (id: string, more?: Partial<SandboxRecord>) => SandboxRecord,
): void {
  describe('artifacts', () => {
    const begin = (artifactId: string, kind: ArtifactKind = 'snapshot', nowMs = 1) =>
      store().beginArtifact({
        ...{ artifactId, kind, nowMs },
        sealKey: (attempt) => `key ${artifactId} ${attempt}`,
      })
    const keep = async (
      artifactId: string,
      kind: ArtifactKind,
      more: Partial<ArtifactFacts> = {},
      nowMs = 1,
    ) => store().commitArtifact(facts(artifactId, (await begin(artifactId, kind, nowMs)) ?? 0, more), nowMs)
    const pause = (artifactId: string, sandboxId: string) =>
      keep(artifactId, 'pause', { sandboxId, sealedRecord: `record ${artifactId}` })
    const garbage = async (nowMs = 1) => {
      await store().releaseUnused(nowMs)
      return (await store().listGarbage(nowMs, { afterId: '', limit: 100 }))
        .map(({ artifactId }) => artifactId)
        .sort()
    }

    test('one is there when it is committed, with its manifest and the key of its attempt', async () => {
      const attempt = await begin('a')
      expect(await store().findArtifact('a')).toBeUndefined()
      expect(await store().findStored(['a'], 1)).toEqual([])
      expect(await store().commitArtifact(facts('a', attempt ?? 0), 1)).toBe('stored')
      expect(await store().findArtifact('a')).toEqual({
        ...facts('a', 1),
        ...{ kind: 'snapshot', sealedKey: 'key a 1' },
      })
      expect(await store().findStored(['a', 'b'], 1)).toEqual(['a'])
    })

    test('an attempt that another one has replaced stores nothing', async () => {
      await begin('a')
      expect(await begin('a')).toBe(2)
      expect(await store().noteObjects({ artifactId: 'a', attempt: 1 }, 9)).toBe(false)
      expect(await store().commitArtifact(facts('a', 1), 1)).toBe('unknown')
      expect(await store().commitArtifact(facts('a', 2), 1)).toBe('stored')
      expect((await store().findArtifact('a'))?.sealedKey).toBe('key a 2')
      expect(await store().commitArtifact(facts('a', 2), 1)).toBe('unknown')
    })

    test('one that is stored is not begun again', async () => {
      await keep('a', 'rootfs')
      expect(await begin('a', 'rootfs')).toBeUndefined()
    })

    test('one that needs what is not stored is not stored', async () => {
      expect(await keep('a', 'snapshot', { rootfsId: 'r' })).toBe('incomplete')
      await keep('r', 'rootfs')
      expect(await keep('a', 'snapshot', { rootfsId: 'r', runtimeId: 'r' })).toBe('stored')
    })

    test('a sandbox has one pause: the last that was committed', async () => {
      await store().insertSandbox(sandbox('ia', { state: 'pausing' }))
      expect(await pause('a', 'ia')).toBe('stored')
      expect(await store().findStoredPause('ia')).toMatchObject({ artifactId: 'a', sealedRecord: 'record a' })
      expect(await pause('b', 'ia')).toBe('stored')
      expect((await store().findStoredPause('ia'))?.artifactId).toBe('b')
      expect(await store().findArtifact('a')).toBeUndefined()
      expect(await garbage()).toEqual(['a'])
    })

    test('a pause of a sandbox that has ended is not stored, and one of a sandbox that ends is garbage', async () => {
      expect(await pause('a', 'ia')).toBe('ended')
      await store().insertSandbox(sandbox('ib'))
      await pause('b', 'ib')
      expect(await garbage()).toEqual([])
      await store().changeSandbox('ib', () => ({
        change: { changedAtMs: 1, endedAtMs: 1, endReason: 'killed' },
        transition: { event: 'killed', to: 'ended', keyId: null },
      }))
      expect(await garbage()).toEqual(['b'])
    })

    test('what is released has no key any more, and its record goes when its objects are removed', async () => {
      await begin('a')
      await store().noteObjects({ artifactId: 'a', attempt: 1 }, 5)
      await store().noteObjects({ artifactId: 'a', attempt: 1 }, 4)
      await store().commitArtifact(facts('a', 1), 1)
      await store().releaseArtifacts(['a', 'never'], 1)
      expect(await store().findArtifact('a')).toBeUndefined()
      expect(await store().listGarbage(1, { afterId: '', limit: 100 })).toEqual([
        { artifactId: 'a', firstAttempt: 1, attempt: 1, objectsMax: 5 },
      ])
      await store().forgetGarbage({ artifactId: 'a', attempt: 1 })
      expect(await garbage()).toEqual([])
      expect(await begin('a')).toBe(1)
    })

    test('garbage is listed in pages, each behind the one before', async () => {
      for (const id of ['c', 'a', 'b']) await keep(id, 'rootfs')
      await store().releaseArtifacts(['c', 'a', 'b'], 1)
      const page = async (afterId: string) =>
        (await store().listGarbage(1, { afterId, limit: 2 })).map(({ artifactId }) => artifactId)
      expect(await page('')).toEqual(['a', 'b'])
      expect(await page('b')).toEqual(['c'])
      expect(await page('c')).toEqual([])
    })

    test('what was begun again while its objects were removed is kept', async () => {
      await keep('a', 'rootfs')
      await store().releaseArtifacts(['a'], 1)
      expect(await begin('a', 'rootfs')).toBe(2)
      await store().forgetGarbage({ artifactId: 'a', attempt: 1 })
      expect(await store().commitArtifact(facts('a', 2), 1)).toBe('stored')
    })

    test('objects of attempts that failed are garbage after a day, and those of the last one are not', async () => {
      await begin('a', 'rootfs')
      await store().noteObjects({ artifactId: 'a', attempt: 1 }, 7)
      await keep('a', 'runtime')
      await keep('user', 'upload', { runtimeId: 'a' })
      expect(await garbage(24 * msPerHour)).toEqual([])
      expect(await store().listGarbage(25 * msPerHour, { afterId: '', limit: 100 })).toEqual([
        { artifactId: 'a', firstAttempt: 1, attempt: 1, objectsMax: 7 },
      ])
      await store().forgetGarbage({ artifactId: 'a', attempt: 1 })
      expect(await garbage(25 * msPerHour)).toEqual([])
      expect(await store().findArtifact('a')).toBeDefined()
    })

    test('an upload that was left is garbage after a day', async () => {
      await begin('a')
      expect(await garbage(23 * msPerHour)).toEqual([])
      expect(await garbage(25 * msPerHour)).toEqual(['a'])
    })

    test('what others need is kept, and goes with the last of them', async () => {
      await keep('r', 'rootfs')
      await keep('sentry', 'runtime')
      await keep('user', 'upload', { rootfsId: 'r', runtimeId: 'sentry' })
      expect(await garbage(2 * msPerHour)).toEqual([])
      await store().releaseArtifacts(['user'], 1)
      expect(await garbage(msPerHour / 2)).toEqual(['user'])
      expect(await garbage(2 * msPerHour)).toEqual(['r', 'sentry', 'user'])
    })

    test('a snapshot without a record is garbage after an hour, and one with a record is not', async () => {
      await keep('a', 'snapshot')
      await keep('b', 'snapshot')
      await store().addSnapshot({
        ...{ teamId: 't1', teamSlug: 'default', alias: null, tag: 'default', templateId: 'tpl' },
        build: {
          buildId: 'b',
          resources: { cpuCount: 1, memoryMb: 1, diskSizeMb: 1 },
          envdVersion: '1',
        },
        ...{ sandboxId: 'ia', nodeId: 'local', diskMb: 1, nowMs: 1 },
      })
      expect(await garbage(msPerHour / 2)).toEqual([])
      expect(await garbage(2 * msPerHour)).toEqual(['a'])
    })

    describe('log segments', () => {
      const segment = (firstNumber: number, lastNumber: number, more: Partial<NewLogSegment> = {}) => ({
        ...({ sandboxId: 'ia', stream: 'log', firstNumber, lastNumber, startByte: 7, bytes: 9 } as const),
        ...{ expiresAtMs: 100, ...more },
      })
      const keepLogs = (artifactId: string, ...segments: NewLogSegment[]) =>
        keep(artifactId, 'logs', { segments })
      const listed = async (...sandboxIds: string[]) =>
        (await store().listLogSegments(sandboxIds)).map((one) => [
          one.artifactId,
          one.stream,
          one.firstNumber,
          one.lastNumber,
        ])

      test('they are listed in the order of their numbers, of the sandboxes that were asked for', async () => {
        await keepLogs('b', segment(3, 4), segment(1, 1, { sandboxId: 'ib' }))
        await keepLogs(
          'a',
          segment(1, 2),
          segment(1_700_000_000_000, 1_700_000_000_001, { stream: 'metrics' }),
        )
        expect(await listed('ia')).toEqual([
          ['a', 'log', 1, 2],
          ['b', 'log', 3, 4],
          ['a', 'metrics', 1_700_000_000_000, 1_700_000_000_001],
        ])
        expect(await store().listLogSegments(['ib'])).toEqual([
          {
            ...{ sandboxId: 'ib', stream: 'log', firstNumber: 1, lastNumber: 1 },
            ...{ artifactId: 'b', startByte: 7, bytes: 9 },
          },
        ])
        expect(await listed()).toEqual([])
      })

      test('one that replaces others removes those alone, and their artifact is garbage with its last one', async () => {
        await keepLogs('a', segment(1, 2), segment(1, 2, { sandboxId: 'ib' }))
        await keepLogs('b', segment(3, 4), segment(30, 40, { stream: 'metrics' }))
        await keepLogs('c', segment(3, 6, { replacesFrom: 3 }))
        expect(await listed('ia', 'ib')).toEqual([
          ['a', 'log', 1, 2],
          ['a', 'log', 1, 2],
          ['c', 'log', 3, 6],
          ['b', 'metrics', 30, 40],
        ])
        await keepLogs('d', segment(3, 8, { replacesFrom: 3, keptFrom: 3 }))
        expect(await listed('ia')).toEqual([
          ['d', 'log', 3, 8],
          ['b', 'metrics', 30, 40],
        ])
        expect(await garbage()).toEqual(['c'])
        await keepLogs('e', segment(1, 3, { sandboxId: 'ib', replacesFrom: 1 }))
        expect(await garbage()).toEqual(['a', 'c'])
      })

      test('one that is sent again counts once', async () => {
        await keepLogs('a', segment(1, 2))
        await keepLogs('b', segment(1, 3))
        expect(await listed('ia')).toEqual([['b', 'log', 1, 3]])
      })

      test('a node that had the sandbox before and knows less of its log takes nothing away', async () => {
        await keepLogs('a', segment(1, 9), segment(10, 12))
        await keepLogs('b', segment(1, 5, { replacesFrom: 1 }))
        expect(await listed('ia')).toEqual([
          ['a', 'log', 1, 9],
          ['a', 'log', 10, 12],
        ])
      })

      test('those of an attempt that another one has replaced are not there', async () => {
        await begin('a', 'logs')
        await begin('a', 'logs')
        expect(await store().commitArtifact(facts('a', 1, { segments: [segment(1, 2)] }), 1)).toBe('unknown')
        expect(await listed('ia')).toEqual([])
      })

      test('they go when they expire, also of a sandbox that has ended, and hundreds are stored at once', async () => {
        const many = Array.from({ length: 1200 }, (_, index) => segment(1, 2, { sandboxId: `i${index}` }))
        await keepLogs('a', ...many)
        await keepLogs('b', segment(3, 4, { sandboxId: 'i7', expiresAtMs: 200 }))
        expect(await garbage(100)).toEqual([])
        expect(await listed('i0', 'i1199')).toHaveLength(2)
        expect(await garbage(101)).toEqual(['a'])
        expect(await listed('i7', 'i1199')).toEqual([['b', 'log', 3, 4]])
      })
    })

    test('builds of a bundled template are listed newest first', async () => {
      await keep('a', 'build', { alias: 'base', templateId: 'tpl' }, 1)
      await keep('b', 'build', { alias: 'base', templateId: 'tpl' }, 2)
      await keep('c', 'build', { templateId: 'other' }, 3)
      const newestFirst = [
        { artifactId: 'b', templateId: 'tpl' },
        { artifactId: 'a', templateId: 'tpl' },
      ]
      expect(await store().listStoredRecipes('base')).toEqual(newestFirst)
      const build = {
        ...{ templateId: 'tpl', alias: 'base', envdVersion: '1' },
        resources: { cpuCount: 1, memoryMb: 1, diskSizeMb: 1 },
      }
      await store().syncTemplates([
        { ...build, buildId: 'b', createdAtMs: 2 },
        { ...build, buildId: 'a', createdAtMs: 1 },
      ])
      expect(await store().findStored(['a'], 9)).toEqual(['a'])
      expect(await store().listStoredRecipes('base')).toEqual(newestFirst)
    })
  })
}

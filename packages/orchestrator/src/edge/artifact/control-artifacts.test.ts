import { Code, ConnectError } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import type { ArtifactRecords } from './artifact-records.ts'
import { controlArtifacts } from './control-artifacts.ts'

/** Control that fails every call. */
function failingWith(error: ConnectError) {
  const fail = () => Promise.reject(error)
  const calls = ['beginArtifact', 'openArtifact', 'findStored', 'releaseArtifacts'] as const
  const records = Object.fromEntries(calls.map((name) => [name, fail])) as unknown as ArtifactRecords
  const client = { put: fail, get: fail }
  const artifacts = controlArtifacts({ records, client, processors: 1 })
  return [
    artifacts.store({ artifactId: 'a', kind: 'snapshot', directory: '/', names: [] }),
    artifacts.open('a'),
    artifacts.findStored(['a']),
    artifacts.release(['a']),
  ]
}

test('a control that dies in the middle of a call is told as an object store that is away', async () => {
  const reset = new Error('read ECONNRESET')
  for (const call of failingWith(new ConnectError(reset.message, Code.Aborted, undefined, undefined, reset)))
    await expect(call).rejects.toMatchObject({ code: 'store_unavailable' })
})

test('what control refuses is a conflict', async () => {
  for (const call of failingWith(new ConnectError('sandbox "ia" has ended', Code.Aborted)))
    await expect(call).rejects.toMatchObject({ code: 'conflict', message: 'sandbox "ia" has ended' })
})

test('an artifact that needs one whose id leads out of its directory is refused', async () => {
  const never = () => Promise.reject(new Error('nothing is fetched'))
  const openedWith = (ids: object) => {
    const opened = { kind: 1, attempt: 1, runtimeId: '', rootfsId: '', manifest: '', links: [], ...ids }
    const records = { openArtifact: async () => opened } as unknown as ArtifactRecords
    return controlArtifacts({ records, client: { put: never, get: never }, processors: 1 }).open('a')
  }
  expect(await openedWith({ rootfsId: 'rootfs-0' })).toMatchObject({ rootfsId: 'rootfs-0' })
  for (const ids of [{ rootfsId: '../../etc' }, { runtimeId: 'a/b' }])
    await expect(openedWith(ids)).rejects.toThrow('needs one whose id cannot be a name')
})

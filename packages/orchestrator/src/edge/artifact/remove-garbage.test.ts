import { BlobError } from '@cay/blobs/ports/blob-error.ts'
import type { Logger } from '@cay/kit/log.ts'
import { expect, test, vi } from 'vitest'
import { GarbageRemover, type RemoveGarbageContext } from './remove-garbage.ts'

test('a file that cannot be removed keeps all others in the directory', async () => {
  let garbage = ['a', 'b', 'c'].map((artifactId) => ({ artifactId, attempt: 1, keys: [artifactId] }))
  const asked: (string | undefined)[] = []
  const records = {
    takeGarbage: async ({ afterArtifactId }: { afterArtifactId?: string }) => {
      asked.push(afterArtifactId)
      return { garbage }
    },
    forgetGarbage: async ({ artifactId }: { artifactId?: string }) => {
      garbage = garbage.filter((one) => one.artifactId !== artifactId)
      return {}
    },
  } as unknown as RemoveGarbageContext['records']
  const warn = vi.fn()
  const remover = new GarbageRemover({
    records,
    directory: {
      delete: async (key) => {
        if (key === 'a') throw new BlobError('denied', 'the user of this service lacks the right')
      },
    },
    log: { warn } as unknown as Logger,
  })
  await remover.remove()
  expect(garbage.map(({ artifactId }) => artifactId)).toEqual(['a'])
  expect(warn).toHaveBeenCalledOnce()
  await remover.remove()
  expect(asked).toEqual(['', 'c'])
})

import { expect, test } from 'vitest'
import { checkpointFault, restoreFault } from './volume-faults.ts'

test('a checkpoint that fails over a deleted file of a volume says which', () => {
  const said =
    'encoding error: gofer.dentry("0/a/b.txt").beforeSave: deleted and invalidated dentries can\'t be restored'
  expect(checkpointFault(said)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('"a/b.txt"'),
  })
  expect(checkpointFault('endpoint cannot be saved in connected state')).toBeUndefined()
})

test('a restore that lacks an open file of a volume cannot succeed later', () => {
  const said = 'starting container: restoring container "c1": no such file or directory'
  expect(restoreFault(said)).toMatchObject({ code: 'precondition_failed' })
  expect(restoreFault('restoring container "c1": out of memory')).toBeUndefined()
})

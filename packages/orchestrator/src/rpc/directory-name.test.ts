import { expect, test } from 'vitest'
import { directoryName } from './directory-name.ts'

test('an id that would lead out of its directory, or to what the node keeps aside, is refused', () => {
  for (const id of ['..', '.', '../x', 'a/b', '/etc', 'a\0', '.making-a', 'x'.repeat(256)])
    expect(() => directoryName(id)).toThrow('cannot be the name of a directory')
  expect(['', 'i00000000000000000001', '00000000-0000-4000-8000-000000000000'].map(directoryName)).toEqual([
    '',
    'i00000000000000000001',
    '00000000-0000-4000-8000-000000000000',
  ])
})

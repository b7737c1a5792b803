import { expect, test } from 'vitest'
import { parseClusterFile, renderClusterFile, withClusterSettings } from './cluster-file.ts'

const url = 'postgresql://cay:secret@db/cay'

test('what is written is read', () => {
  expect(parseClusterFile(renderClusterFile({ CAY_DATABASE_URL: url }))).toEqual({ CAY_DATABASE_URL: url })
})

test.each(['', '{', '[]', 'null', '{"CAY_DATABASE_URL":1}', '{"PATH":"/tmp"}'])(
  '%j is no such file',
  (text) => {
    expect(parseClusterFile(text)).toBeUndefined()
  },
)

test('a variable of the environment overrides the file, and an empty one does not', () => {
  const file = { CAY_DATABASE_URL: url }
  expect(withClusterSettings({}, file)).toEqual(file)
  expect(withClusterSettings({ CAY_DATABASE_URL: '' }, file)).toEqual(file)
  const other = { CAY_DATABASE_URL: 'postgresql://other/cay', HOME: '/root' }
  expect(withClusterSettings(other, file)).toEqual(other)
})

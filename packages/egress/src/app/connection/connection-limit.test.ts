import { openFilesRequired } from '@cay/kit/open-files-required.ts'
import { expect, test } from 'vitest'
import { connectionLimit } from './connection-limit.ts'

test.each([
  ['all it wants', openFilesRequired, 32_768],
  ['fewer', 20_000, 7952],
  ['very few', 1024, 256],
])('with %s of open files there are as many connections as leave room for the rest', (_, files, expected) => {
  expect(connectionLimit(files)).toBe(expected)
})

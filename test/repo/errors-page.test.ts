import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorTable } from '@cay/core/errors.ts'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8')

test('docs/errors.md has a row for each error code, and says of it what the table says', () => {
  const wanted = Object.entries(errorTable).map(
    ([code, { http, rpc, retryable, when }]) =>
      `| \`${code}\` | ${http} | \`${rpc}\` | ${retryable ? 'yes' : 'no'} | ${when} |`,
  )
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(wanted)
})

import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

test('connections are reset by the function that also closes those that are ending', () => {
  const calling = sources().filter((path) => /\.resetAndDestroy\b/.test(read(path)))
  expect(calling.filter((path) => !/\/testing\//.test(path)).sort()).toEqual([
    'packages/kit/src/flow/reset-connection.ts',
    // It defines what the function calls for TLS.
    'packages/proxy/src/edge/reset-below-tls.ts',
  ])
})

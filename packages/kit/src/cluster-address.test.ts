import { expect, test } from 'vitest'
import { readClusterAddress } from './cluster-address.ts'

test('a machine that is told to serve nodes says that it does not yet, instead of serving them unchecked', () => {
  expect(readClusterAddress({})).toBeUndefined()
  expect(() => readClusterAddress({ CAY_CLUSTER_ADDRESS: '10.0.0.1:3003' })).toThrow(
    'CAY_CLUSTER_ADDRESS="10.0.0.1:3003" is not valid: unset: clusters of several machines are not served yet',
  )
})

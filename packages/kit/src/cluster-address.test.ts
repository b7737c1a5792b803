import { expect, test } from 'vitest'
import { readClusterAddress } from './cluster-address.ts'

const address = { CAY_CLUSTER_ADDRESS: '10.0.0.1:3003' }
const database = { CAY_DATABASE_URL: 'postgresql://cay:secret@10.0.0.5/cay' }
const blobs = { CAY_BLOBS_URL: 's3://key:secret@10.0.0.6:8333/cay' }

test('nodes are served where the records and the artifacts are for several machines', () => {
  expect(readClusterAddress({})).toBeUndefined()
  expect(readClusterAddress({ ...address, ...database, ...blobs })).toBe('10.0.0.1:3003')
})

test('a cluster without a database or an object store is refused, and what is missing is named', () => {
  expect(() => readClusterAddress({ ...address, ...blobs })).toThrow(/used with CAY_DATABASE_URL, which/)
  expect(() => readClusterAddress({ ...address, ...database })).toThrow(/used with CAY_BLOBS_URL, which/)
})

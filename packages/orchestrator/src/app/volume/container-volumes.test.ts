import { expect, test } from 'vitest'
import { volumesOfBoot, volumesOfRestore } from './container-volumes.ts'

const mounts = [{ volumeId: 'v', path: '/mnt/v' }]

test('a container without volumes has no directory of them', () => {
  expect(volumesOfBoot()).toEqual({})
  expect(volumesOfBoot([])).toEqual({})
  expect(volumesOfRestore(undefined)).toEqual({})
})

test('a restored container has as many directories as its checkpoint, and the missing ones are empty', () => {
  expect(volumesOfRestore(1, mounts)).toEqual({ volumes: ['v'] })
  expect(volumesOfRestore(3, mounts)).toEqual({ volumes: ['v', null, null] })
  expect(volumesOfRestore(2)).toEqual({ volumes: [null, null] })
})

test('the memory of a sandbox without volumes cannot get any', () => {
  expect(() => volumesOfRestore(undefined, mounts)).toThrow(/snapshot is one of a sandbox without volumes/)
})

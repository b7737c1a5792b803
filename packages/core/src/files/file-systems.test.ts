import { expect, test } from 'vitest'
import { isKernelFileSystem, isNetworkFileSystem } from './file-systems.ts'

test.each([
  ['NFS', 0x6969],
  ['CIFS', 0xff534d42],
  // Some systems return the number as signed.
  ['CIFS, signed', 0xff534d42 | 0],
  ['SMB', 0x517b],
  ['FUSE', 0x65735546],
])('%s is a network file system', (_, type) => {
  expect([isNetworkFileSystem(type), isKernelFileSystem(type)]).toEqual([true, false])
})

test('a disk is neither of the network nor of the kernel', () => {
  for (const type of [0xef53, 0x01021994, 0x794c7630, 0xe0f5e1e2]) {
    expect([isNetworkFileSystem(type), isKernelFileSystem(type)]).toEqual([false, false])
  }
  expect(isKernelFileSystem(0x9fa0)).toBe(true)
})

import { expect, test } from 'vitest'
import { decideProcRemount } from './proc-mounts.ts'

const usual =
  'none / overlay rw 0 0\nnone /proc proc rw,dentry_cache_limit=1000 0 0\nnone /dev tmpfs rw 0 0\n'
const uncached = 'none /proc proc rw,dentry_cache_limit=0 0 0\n'

test('a /proc with a cache is mounted anew, with the flags that it had', () => {
  expect(decideProcRemount(usual)).toEqual({ kind: 'remount', flags: 0 })
  const strict = 'none /proc proc ro,nosuid,noexec,dentry_cache_limit=1000 0 0'
  expect(decideProcRemount(strict)).toEqual({ kind: 'remount', flags: 1 | 2 | 8 })
})

test('of several mounts at /proc only the one that can be seen counts', () => {
  expect(decideProcRemount(usual + uncached)).toEqual({ kind: 'keep' })
  expect(decideProcRemount(uncached + usual)).toMatchObject({ kind: 'remount' })
  expect(decideProcRemount(`${usual}none /proc tmpfs rw 0 0\n`)).toEqual({ kind: 'keep' })
})

test('a kernel that has no such option keeps its /proc, and so does a sandbox that has none', () => {
  expect(decideProcRemount('proc /proc proc rw,nosuid 0 0')).toEqual({ kind: 'keep' })
  expect(decideProcRemount('none / overlay rw 0 0')).toEqual({ kind: 'keep' })
})

test('a mount of a user below /proc is not taken away', () => {
  expect(decideProcRemount(`${usual}none /proc/sys/fs tmpfs rw 0 0\n`)).toEqual({
    kind: 'refuse',
    reason: 'something is mounted at /proc/sys/fs',
  })
  expect(decideProcRemount(`${usual}none /processes tmpfs rw 0 0\n`)).toMatchObject({ kind: 'remount' })
})

test('what the daemon has mounted below /proc keeps it from nothing', () => {
  const own = 'none /proc/cpuinfo tmpfs rw 0 0\nnone /proc/stat tmpfs rw 0 0\n'
  expect(decideProcRemount(usual + own)).toMatchObject({ kind: 'remount' })
})

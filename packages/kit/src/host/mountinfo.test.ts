import { expect, test } from 'vitest'
import { mountPoints } from './mountinfo.ts'

test('mount points are the fifth field, with octal escapes undone', () => {
  const text = [
    '22 1 254:0 / / rw,relatime - ext4 /dev/root rw',
    '40 22 0:30 / /with\\040space rw - tmpfs none rw',
    '41 22 0:4 mnt:[4026532] /run/ns/a rw - nsfs nsfs rw',
    '',
  ].join('\n')
  expect(mountPoints(text)).toEqual(['/', '/with space', '/run/ns/a'])
})

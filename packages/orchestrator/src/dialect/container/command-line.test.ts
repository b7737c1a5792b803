import { expect, test } from 'vitest'
import { containerIdIn } from './command-line.ts'

const line = (...words: string[]) => `${words.join('\0')}\0`

test('a call of the runtime names its container', () => {
  expect(
    containerIdIn(line('runsc', '--root=/data/containers/c1/runsc', 'restore'), '/data/containers'),
  ).toBe('c1')
  expect(containerIdIn(line('mkfs.ext4', '/data/containers/c2/disk.ext4'), '/data/containers')).toBe('c2')
})

test('a call for another installation, whose path ends like ours, names none of ours', () => {
  const other = line('runsc', '--root=/mnt/data/containers/c1/runsc', '/mnt/data/containers/c1')
  expect(containerIdIn(other, '/data/containers')).toBeUndefined()
})

test('the directory itself and a program without words name none', () => {
  expect(containerIdIn(line('ls', '/data/containers/'), '/data/containers')).toBeUndefined()
  expect(containerIdIn('', '/data/containers')).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Entry } from '../filesystem/entry.ts'
import { EventAllowance, EventQueue, eventBytesMax } from './file-events.ts'

const entryWith = (metadata: Record<string, string>): Entry => ({
  name: 'a',
  path: '/a',
  kind: 'file',
  size: 0n,
  mode: 0o644,
  permissions: '-rw-r--r--',
  owner: 'user',
  group: 'user',
  modifiedNs: 0n,
  symlinkTarget: undefined,
  metadata,
})

test('events that wait hold no more than their bound, whatever metadata a program gives its files', () => {
  const queue = new EventQueue(new EventAllowance())
  const value = 'x'.repeat(64 * 1024)
  const push = () => queue.push({ name: 'a', kind: 'chmod', entry: entryWith({ key: value }) })
  for (let bytes = 0; bytes < eventBytesMax / 2; bytes += 2 * value.length) push()
  expect(queue.take().length).toBeGreaterThan(50)
  for (let bytes = 0; bytes < eventBytesMax * 1.1; bytes += 2 * value.length) push()
  expect(() => queue.take()).toThrow('lost')
})

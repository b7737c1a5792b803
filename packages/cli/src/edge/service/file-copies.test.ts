import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareCopies } from './file-copies.ts'

test('control is lent the certificates by which it knows the object store and the syslog collector', async () => {
  const place = await mkdtemp(join(tmpdir(), 'cay-copies-'))
  onTestFinished(() => rm(place, { recursive: true }))
  const env = { CAY_BLOBS_CA_FILE: '/etc/blobs.pem', CAY_EVENTS_SYSLOG_CA_FILE: '/etc/syslog.pem' }
  const to = { directory: join(place, 'control'), uid: process.getuid?.() ?? 0 }
  const copies = await prepareCopies('control', env, to)
  expect(copies.map(({ from }) => from)).toEqual(['/etc/blobs.pem', '/etc/syslog.pem'])
})

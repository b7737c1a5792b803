import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from './listen-locally.ts'

test('a service that connected at the moment in which the socket of another one appeared was refused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cay-listen-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'rpc.sock')
  const listening = listenLocally(path, (_, response) => void response.end())
  while (!existsSync(path)) await nextTurn()
  expect(statSync(path).mode & 0o777).toBe(0o660)
  const server = await listening
  server.close()
})

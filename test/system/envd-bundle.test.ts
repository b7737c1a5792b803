/** The daemon as it is put into images. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processClient } from '@cay/envd/testing/clients.ts'
import { run } from '@cay/kit/host/run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bundler = new URL('../../packages/envd/bundle.mjs', import.meta.url).pathname
/** Tells where the daemon listens, and when asked which modules of Node are there. */
const tell = `const { Server } = require('node:net')
const listen = Server.prototype.listen
Server.prototype.listen = function (...given) {
  this.once('listening', () => process.send(this.address().port))
  return listen.apply(this, given)
}
process.on('message', () => process.send(process.moduleLoadList))`
let directory: string
let child: ChildProcess | undefined

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bundle-'))
  await run([process.execPath, bundler, directory])
  writeFileSync(join(directory, 'tell.cjs'), tell)
})
afterAll(async () => {
  if (child?.kill('SIGKILL')) await once(child, 'exit')
  rmSync(directory, { recursive: true, force: true })
})

test('every sandbox held the modules for fetch, HTTP/2 and TLS, which its daemon never uses', async () => {
  child = spawn(process.execPath, ['-r', join(directory, 'tell.cjs'), join(directory, 'envd.mjs')], {
    env: { PATH: process.env.PATH, CAY_ENVD_PORT: '0', CAY_BIND: '127.0.0.1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  await expect(processClient(`http://127.0.0.1:${port}`).list({})).resolves.toMatchObject({ processes: [] })
  child.send('tell')
  const [loaded] = (await once(child, 'message')) as [string[]]
  expect(loaded).toContain('NativeModule http')
  const unused = ['http2', 'tls', 'repl', 'worker_threads', 'internal/deps/undici/undici']
  expect(loaded.filter((name) => unused.includes(name.replace('NativeModule ', '')))).toEqual([])
})

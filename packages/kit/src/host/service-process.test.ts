import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from './process-identity.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { stopProcess } from './stop-process.ts'

let directory: string
const started: ServiceProcess[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-service-process-'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.stop(0)))
  await rm(directory, { recursive: true, force: true })
})

async function start(source: string): Promise<{ child: ServiceProcess; lines: string[] }> {
  const file = join(directory, `main-${started.length}.mjs`)
  await writeFile(file, source)
  const lines: string[] = []
  const child = startServiceProcess({ name: 'fake', file, env: {}, onLine: (line) => lines.push(line) })
  started.push(child)
  return { child, lines }
}

const stayUp = 'setInterval(() => undefined, 60_000);'
const sayReady = `process.send({ kind: 'ready', listening: { api: 'http://127.0.0.1:1' } });`

test('ready tells what the service listens on, and its output comes line by line', async () => {
  const { child, lines } = await start(
    `${stayUp} process.stdout.write('one\\ntwo\\n', () => { ${sayReady} })`,
  )
  expect(await child.ready).toEqual({ api: 'http://127.0.0.1:1' })
  await child.stop(5000)
  expect(lines).toEqual(['one', 'two'])
})

test('a service that ends before it is ready is not ready, and says how it ended', async () => {
  const { child } = await start('process.exit(78)')
  expect(await child.ready).toBeUndefined()
  expect(await child.exited).toEqual({ exitCode: 78, words: 'exited with 78' })
})

test('a message of another shape is not readiness', async () => {
  const { child } = await start(
    `process.send({ kind: 'ready', listening: { api: 3 } }, () => process.exit(0))`,
  )
  expect(await child.ready).toBeUndefined()
})

test('a service that ignores SIGTERM is killed after the grace', async () => {
  const { child } = await start(`process.on('SIGTERM', () => undefined); ${stayUp} ${sayReady}`)
  await child.ready
  expect((await child.stop(50)).words).toBe('was ended by SIGKILL')
})

test('a process that is no child of ours is ended by its identity', async () => {
  const { child } = await start(`${stayUp} ${sayReady}`)
  await child.ready
  const identity = child.identity
  if (identity === undefined) throw new Error('no identity')
  expect(await stopProcess(identity, 5000)).toBe('stopped')
  expect(isAlive(identity)).toBe(false)
  expect(await stopProcess(identity, 5000)).toBe('was gone')
})

test('a later process with the same number is not touched', async () => {
  const { child } = await start(`${stayUp} ${sayReady}`)
  await child.ready
  const identity = child.identity
  if (identity === undefined) throw new Error('no identity')
  expect(await stopProcess({ ...identity, startTicks: identity.startTicks - 1 }, 0)).toBe('was gone')
  expect(isAlive(identity)).toBe(true)
})

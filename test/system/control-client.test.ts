import { NotFoundError, Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { firstKey, startWorld } from './control-world.ts'

/** The official client, as far as it goes without a daemon in the sandbox. */
async function startWithClient() {
  const world = await startWorld()
  // Nothing of what is tried here may go anywhere but to control.
  const options = { apiKey: firstKey, apiUrl: world.url, sandboxUrl: 'http://127.0.0.1:9' }
  return { ...world, options }
}

test('creates, describes, extends and kills a sandbox, twice in a row', async () => {
  const { options, clock } = await startWithClient()
  for (let round = 0; round < 2; round++) {
    const sandbox = await Sandbox.create('base', {
      ...options,
      metadata: { round: String(round) },
      envs: { A: 'b' },
      timeoutMs: 60_000,
    })
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({
      sandboxId: sandbox.sandboxId,
      state: 'running',
      name: 'base',
      metadata: { round: String(round) },
    })
    expect(info.endAt.getTime() - clock.nowMs()).toBe(60_000)
    await sandbox.setTimeout(120_000)
    expect((await sandbox.getInfo()).endAt.getTime() - clock.nowMs()).toBe(120_000)
    expect(await sandbox.kill()).toBe(true)
    expect(await Sandbox.kill(sandbox.sandboxId, options)).toBe(false)
    await expect(Sandbox.getInfo(sandbox.sandboxId, options)).rejects.toBeInstanceOf(NotFoundError)
  }
})

test('connects to a running sandbox and finds it as it was', async () => {
  const { options } = await startWithClient()
  const sandbox = await Sandbox.create(options)
  const again = await Sandbox.connect(sandbox.sandboxId, options)
  expect(again.sandboxId).toBe(sandbox.sandboxId)
  await sandbox.kill()
  await expect(Sandbox.connect(sandbox.sandboxId, options)).rejects.toBeInstanceOf(NotFoundError)
})

test('lists by metadata that needs encoding, page by page', async () => {
  const { options, clock, create } = await startWithClient()
  const metadata = { 'user id': 'ä&=+/%' }
  for (let index = 0; index < 5; index++) {
    await create({ metadata })
    await clock.advance(1)
  }
  await create({ metadata: { 'user id': 'other' } })
  const pages = Sandbox.list({ ...options, query: { metadata, state: ['running', 'paused'] }, limit: 2 })
  const sizes: number[] = []
  while (pages.hasNext) sizes.push((await pages.nextItems()).length)
  expect(sizes).toEqual([2, 2, 1])
})

test('gets the message of what was refused', async () => {
  const { options } = await startWithClient()
  await expect(Sandbox.create('nope', options)).rejects.toThrow("404: template 'nope' not found")
  await expect(Sandbox.create({ ...options, apiKey: `e2b_${'1'.repeat(40)}` })).rejects.toThrow(
    'Invalid API key',
  )
  await expect(Sandbox.create({ ...options, network: { denyOut: ['example.com'] } })).rejects.toThrow(
    'denyOut',
  )
})

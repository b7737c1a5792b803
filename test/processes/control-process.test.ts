/** Control as a process of its own, over a socket to a simulated node that outlives it. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { expect, test, vi } from 'vitest'
import { eventually, hold, holdCreates } from '../system/control-world.ts'
import { endProcess, forkControl, startControlMachine } from './control-machine.ts'

const base = { body: { templateID: 'base' } }

test('the first key is made once, kept for its owner only, and a key given later is one more', async () => {
  const machine = await startControlMachine()
  const file = dataLayout(machine.dataDir).apiKeyFile
  const first = await machine.start()
  const key = (await readFile(file, 'utf8')).trim()
  expect(key).toMatch(/^e2b_[0-9a-f]{40}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await first.call('POST', '/sandboxes', base)).status).toBe(201)
  await first.die()

  const given = `e2b_${'cd'.repeat(20)}`
  const second = await machine.start({ CAY_API_KEY: given })
  expect((await readFile(file, 'utf8')).trim()).toBe(key)
  for (const one of [key, given]) {
    const listed = await second.call('GET', '/v2/sandboxes', { key: one })
    expect(listed).toMatchObject({ status: 200, body: [{ state: 'running' }] })
  }
})

test('control on every address is told as that, and not at the address of the egress gateway', async () => {
  const control = await (await startControlMachine()).start({ CAY_BIND: '0.0.0.0' })
  expect(control.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
})

test('a key of another shape is a settings error that does not show it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cay-control-process-'))
  const child = forkControl(dataDir, { CAY_API_KEY: 'e2b_short' })
  try {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    const [code] = await once(child, 'exit')
    expect(code).toBe(78)
    expect(said).toContain('CAY_API_KEY')
    expect(said).not.toContain('e2b_short')
  } finally {
    await endProcess(child)
    await rm(dataDir, { recursive: true })
  }
})

test('a create with an Idempotency-Key makes one sandbox, though control is killed before it answers', async () => {
  const machine = await startControlMachine()
  const keyed = { ...base, headers: { 'idempotency-key': 'job-1' } }
  const first = await machine.start()
  const held = holdCreates(machine, { isOnce: true })
  const broken = expect(first.call('POST', '/v2/sandboxes', keyed)).rejects.toThrow()
  await held.reached
  await first.die()
  await broken
  held.release()
  const second = await machine.start()
  const made = await second.call('POST', '/v2/sandboxes', keyed)
  expect(made.status).toBe(201)
  await second.die()
  const third = await machine.start()
  const again = await third.call('POST', '/v2/sandboxes', keyed)
  expect(again.body).toEqual(made.body)
  await eventually(async () => {
    const living = await machine.node.client.listSandboxes()
    expect(living.filter(({ phase }) => phase !== 'ended')).toHaveLength(1)
  })
})

test('what was answered survives kill -9 at any moment', async () => {
  const machine = await startControlMachine()
  const answered = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const control = await machine.start()
    const creates = Array.from({ length: 20 }, async () => {
      const reply = await control.call('POST', '/v2/sandboxes', base).catch(() => undefined)
      if (reply?.status === 201) answered.add((reply.body as { sandboxID: string }).sandboxID)
    })
    await Promise.race(creates)
    await control.die()
    await Promise.all(creates)
  }
  const control = await machine.start()
  // What was cut off in the middle is undone: both sides come to the same list, and it holds all that was answered.
  await vi.waitFor(
    async () => {
      const { body } = await control.call('GET', '/v2/sandboxes')
      const listed = (body as { sandboxID: string }[]).map(({ sandboxID }) => sandboxID)
      const living = (await machine.node.client.listSandboxes()).filter(({ phase }) => phase === 'running')
      expect(listed.sort()).toEqual(living.map(({ sandboxId }) => sandboxId).sort())
      expect(listed).toEqual(expect.arrayContaining([...answered]))
    },
    { timeout: 20_000, interval: 100 },
  )
})

test.each([
  { name: 'pause', verb: 'pause', path: 'pause', body: undefined, before: false },
  { name: 'resume', verb: 'resume', path: 'resume', body: undefined, before: true },
  { name: 'fork', verb: 'capture', path: 'fork', body: { timeout: 600 }, before: false },
  { name: 'snapshot', verb: 'capture', path: 'snapshots', body: { name: 'app' }, before: false },
  { name: 'kill', verb: 'kill', path: undefined, body: undefined, before: false },
] as const)(
  'kill -9 in the middle of a $name leaves the sandbox where it was or where it was going',
  async (verb) => {
    const machine = await startControlMachine()
    const control = await machine.start()
    const created = await control.call('POST', '/v2/sandboxes', {
      body: { templateID: 'base', timeout: 3600 },
    })
    const id = (created.body as { sandboxID: string }).sandboxID
    if (verb.before) expect((await control.call('POST', `/sandboxes/${id}/pause`)).status).toBe(204)
    const held = hold(machine, verb.verb)
    const asked =
      verb.path === undefined
        ? control.call('DELETE', `/sandboxes/${id}`)
        : control.call(
            'POST',
            `/sandboxes/${id}/${verb.path}`,
            verb.body === undefined ? {} : { body: verb.body },
          )
    const broken = expect(asked).rejects.toThrow()
    await held.reached
    await control.die()
    await broken
    const again = await machine.start()
    held.release()
    const phaseOnNode = async () =>
      (await machine.node.client.listSandboxes()).find(({ sandboxId }) => sandboxId === id)?.phase
    await eventually(async () => {
      const { status, body } = await again.call('GET', `/sandboxes/${id}`)
      const shown = status === 404 ? undefined : (body as { state: string }).state
      expect([shown, await phaseOnNode()]).toSatisfy(([state, phase]) => state === phase)
    })
    // Whatever it is now, it obeys.
    expect([204, 404]).toContain((await again.call('DELETE', `/sandboxes/${id}`)).status)
    await eventually(async () => expect(await machine.node.client.listSandboxes()).toEqual([]))
    expect((await again.call('GET', '/snapshots')).body).toEqual([])
  },
)

test('control starts without its node, and finds it when it comes', async () => {
  const machine = await startControlMachine()
  machine.node.goAway()
  const control = await machine.start()
  expect((await control.call('GET', '/v2/sandboxes')).status).toBe(200)
  expect((await control.call('POST', '/v2/sandboxes', base)).status).toBe(503)
  machine.node.comeBack()
  expect((await control.call('POST', '/v2/sandboxes', base)).status).toBe(201)
})

test('SIGTERM stops it in order and leaves the sandboxes', async () => {
  const machine = await startControlMachine()
  const control = await machine.start()
  expect((await control.call('POST', '/v2/sandboxes', base)).status).toBe(201)
  control.process.kill('SIGTERM')
  const [code] = await once(control.process, 'exit')
  expect(code).toBe(0)
  expect((await machine.node.client.listSandboxes()).map(({ phase }) => phase)).toEqual(['running'])
})

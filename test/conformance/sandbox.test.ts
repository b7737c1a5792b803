import { randomUUID } from 'node:crypto'
import { Sandbox, SandboxNotFoundError, TimeoutError } from 'e2b'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()

/** Resolves when the sandbox has reset a stream that is open in it: the client's own sign that it has ended. */
/** Resolves when a command has started; `end` settles with what ended it. */
async function startCommand(sandbox: Sandbox): Promise<{ readonly end: Promise<unknown> }> {
  const command = await sandbox.commands.run('sleep 300', { background: true, timeoutMs: 0 })
  const end = command.wait().then(
    () => 'the command ended by itself',
    (error: unknown) => error,
  )
  return { end }
}

const secondsLeft = async (sandbox: Sandbox) =>
  ((await sandbox.getInfo()).endAt.getTime() - Date.now()) / 1000

describe('a running sandbox', () => {
  let sandbox: Sandbox

  beforeAll(async () => {
    sandbox = await create({ metadata: { purpose: 'info' }, timeoutMs: 120_000 })
  })

  test('tells everything about itself', async () => {
    const info = await sandbox.getInfo()
    expect(info).toEqual({
      sandboxId: sandbox.sandboxId,
      templateId: expect.stringMatching(/^[a-z0-9]+$/),
      name: 'base',
      metadata: { purpose: 'info' },
      envdVersion: expect.stringMatching(/^0\.\d+\.\d+$/),
      startedAt: expect.any(Date),
      endAt: new Date(info.startedAt.getTime() + 120_000),
      state: 'running',
      cpuCount: 2,
      memoryMB: 1024,
      allowInternetAccess: undefined,
      network: undefined,
      lifecycle: { onTimeout: 'kill', autoResume: false },
      sandboxDomain: inject('installation').sandboxDomain,
      volumeMounts: [],
    })
    expect(Math.abs(Date.now() - info.startedAt.getTime())).toBeLessThan(60_000)
  })

  test('has the processors and the memory it says', async () => {
    const { stdout } = await sandbox.commands.run(`nproc; awk '/MemTotal/ {print $2}' /proc/meminfo`)
    const [processors, kibibytes] = stdout.trim().split('\n').map(Number)
    expect(processors).toBe(2)
    expect(kibibytes).toBe(1024 * 1024)
  })

  test('lives longer or shorter from the moment its timeout is set', async () => {
    await sandbox.setTimeout(600_000)
    expect(await secondsLeft(sandbox)).toBeGreaterThan(590)
    expect(await secondsLeft(sandbox)).toBeLessThanOrEqual(601)
    await Sandbox.setTimeout(sandbox.sandboxId, 100_000)
    expect(await secondsLeft(sandbox)).toBeLessThanOrEqual(101)
  })

  test('is lengthened by connecting to it, and never shortened', async () => {
    await sandbox.setTimeout(100_000)
    await sandbox.connect({ timeoutMs: 30_000 })
    expect(await secondsLeft(sandbox)).toBeGreaterThan(80)
    await sandbox.connect({ timeoutMs: 400_000 })
    expect(await secondsLeft(sandbox)).toBeGreaterThan(380)
  })

  test('is the same sandbox for whoever connects by its id', async () => {
    await sandbox.files.write('left.txt', 'by the first')
    const other = await Sandbox.connect(sandbox.sandboxId)
    expect(other.sandboxId).toBe(sandbox.sandboxId)
    expect(await other.files.read('left.txt')).toBe('by the first')
    expect((await other.commands.run('echo connected')).stdout).toBe('connected\n')
  })
})

describe('a list', () => {
  const run = randomUUID()
  let sandboxes: Sandbox[]

  beforeAll(async () => {
    sandboxes = []
    for (const n of ['1', '2', '3'])
      sandboxes.push(await create({ metadata: { run, n, 'odd key': 'a&b=c d+e%' } }))
  })

  const idsOf = (items: { sandboxId: string }[]) => items.map(({ sandboxId }) => sandboxId)

  test('holds what matches all the metadata asked for, newest first', async () => {
    const all = await Sandbox.list({ query: { metadata: { run } } }).nextItems()
    expect(idsOf(all)).toEqual(idsOf(sandboxes).reverse())
    const odd = await Sandbox.list({
      query: { metadata: { run, n: '2', 'odd key': 'a&b=c d+e%' } },
    }).nextItems()
    expect(idsOf(odd)).toEqual([sandboxes[1]?.sandboxId])
    expect(await Sandbox.list({ query: { metadata: { run, n: '4' } } }).nextItems()).toEqual([])
  })

  test('says of each what getInfo says', async () => {
    const [item] = await Sandbox.list({ query: { metadata: { run, n: '1' } } }).nextItems()
    const info = await sandboxes[0]?.getInfo()
    expect(info).toMatchObject(item ?? { nothing: 'was listed' })
    expect(item).toMatchObject({
      state: 'running',
      name: 'base',
      cpuCount: 2,
      memoryMB: 1024,
      volumeMounts: [],
    })
  })

  test('can be turned round, with its pages, and started after an instant', async () => {
    const query = { metadata: { run } }
    const paginator = Sandbox.list({ query, order: 'asc', limit: 2 })
    const oldestFirst = [...(await paginator.nextItems()), ...(await paginator.nextItems())]
    expect(idsOf(oldestFirst)).toEqual(idsOf(sandboxes))
    const startedAfter = oldestFirst[1]?.startedAt ?? new Date()
    const later = await Sandbox.list({ query: { ...query, startedAfter } }).nextItems()
    expect(idsOf(later)).toEqual([sandboxes[2]?.sandboxId, sandboxes[1]?.sandboxId])
  })

  test('can be of one template, by name or id', async () => {
    const of = (template: string) => Sandbox.list({ query: { metadata: { run }, template } }).nextItems()
    const named = await of('base')
    expect(named).toHaveLength(3)
    expect(await of(named[0]?.templateId ?? '')).toHaveLength(3)
    expect(await of('no-such-template')).toEqual([])
    await expect(of('base:default')).rejects.toThrow(/^400: /)
  })

  test('comes in pages that together hold everything once', async () => {
    const paginator = Sandbox.list({ query: { metadata: { run } }, limit: 2 })
    const first = await paginator.nextItems()
    expect(first).toHaveLength(2)
    expect(paginator.hasNext).toBe(true)
    const second = await paginator.nextItems()
    expect(paginator.hasNext).toBe(false)
    expect(idsOf([...first, ...second])).toEqual(idsOf(sandboxes).reverse())
  })

  test('goes on from a token in another process', async () => {
    const first = Sandbox.list({ query: { metadata: { run } }, limit: 1 })
    await first.nextItems()
    const rest = Sandbox.list({
      query: { metadata: { run } },
      ...(first.nextToken !== undefined && { nextToken: first.nextToken }),
    })
    expect(idsOf(await rest.nextItems())).toEqual([sandboxes[1]?.sandboxId, sandboxes[0]?.sandboxId])
  })

  test('in one order does not go on from a token of the other', async () => {
    const newestFirst = Sandbox.list({ query: { metadata: { run } }, limit: 1 })
    await newestFirst.nextItems()
    const { nextToken = '' } = newestFirst
    await expect(Sandbox.list({ limit: 1, nextToken, order: 'asc' }).nextItems()).rejects.toThrow(
      '400: Invalid next token',
    )
  })

  test('can be of some states', async () => {
    const of = (state: Array<'running' | 'paused'>) =>
      Sandbox.list({ query: { metadata: { run }, state } }).nextItems()
    expect(await of(['running'])).toHaveLength(3)
    expect(await of(['paused'])).toEqual([])
    expect(await of(['running', 'paused'])).toHaveLength(3)
  })

  test('does not hold what was killed', async () => {
    await sandboxes[0]?.kill()
    const left = await Sandbox.list({ query: { metadata: { run } } }).nextItems()
    expect(idsOf(left)).toEqual([sandboxes[2]?.sandboxId, sandboxes[1]?.sandboxId])
  })
})

describe('the end', () => {
  test('a sandbox can be killed once, and is then gone for every call', async () => {
    const sandbox = await create()
    expect(await sandbox.isRunning()).toBe(true)
    expect(await sandbox.kill()).toBe(true)
    expect(await sandbox.kill()).toBe(false)
    expect(await Sandbox.kill(sandbox.sandboxId)).toBe(false)
    expect(await sandbox.isRunning()).toBe(false)
    await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
    await expect(sandbox.setTimeout(10_000)).rejects.toThrow(SandboxNotFoundError)
    await expect(Sandbox.connect(sandbox.sandboxId)).rejects.toThrow(SandboxNotFoundError)
    await expect(sandbox.commands.run('true')).rejects.toThrow('Sandbox is probably not running anymore')
    await expect(sandbox.files.read('/etc/passwd')).rejects.toThrow(TimeoutError)
    await expect(sandbox.files.list('/')).rejects.toThrow(TimeoutError)
  })

  test('a sandbox that never was cannot be killed or asked', async () => {
    expect(await Sandbox.kill('i00000000000000000000')).toBe(false)
    await expect(Sandbox.getInfo('i00000000000000000000')).rejects.toThrow(SandboxNotFoundError)
  })

  test('a sandbox ends by itself when its timeout has passed', async () => {
    const sandbox = await create()
    const { end } = await startCommand(sandbox)
    await sandbox.setTimeout(2_000)
    const { endAt } = await sandbox.getInfo()
    const error = await end
    expect(error).toBeInstanceOf(TimeoutError)
    expect(Date.now()).toBeGreaterThanOrEqual(endAt.getTime() - 50)
    expect(await sandbox.isRunning()).toBe(false)
    await expect(sandbox.getInfo()).rejects.toThrow(SandboxNotFoundError)
    expect(await sandbox.kill()).toBe(false)
  })

  test('a timeout of 0 ends the sandbox at once', async () => {
    const sandbox = await create()
    const { end } = await startCommand(sandbox)
    await sandbox.setTimeout(0)
    expect(await end).toBeInstanceOf(TimeoutError)
    expect(await sandbox.isRunning()).toBe(false)
  })

  test('a command that runs when its sandbox is killed says so', async () => {
    const sandbox = await create()
    const output = new Output()
    const handle = await sandbox.commands.run('echo started; sleep 300', {
      background: true,
      onStdout: output.onText,
    })
    await output.has('started')
    await sandbox.kill()
    const error: unknown = await handle.wait().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({
      message: expect.stringContaining(
        'The sandbox was killed or reached its end of life while the request was in flight.',
      ),
    })
  })

  test('a stream of a file that is being read when its sandbox is killed breaks off', async () => {
    const sandbox = await create()
    await sandbox.commands.run('head -c 60000000 /dev/urandom > big')
    const stream = await sandbox.files.read('big', { format: 'stream' })
    const reader = stream.getReader()
    await reader.read()
    await sandbox.kill()
    const drain = async () => {
      while (!(await reader.read()).done);
    }
    await expect(drain()).rejects.toThrow('terminated')
  })
})

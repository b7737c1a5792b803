/** `e2b sandbox logs` and `e2b sandbox metrics`, once and followed. */
import type { Sandbox } from 'e2b'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { commandLineOfThisFile } from './command-line.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { e2b, begin } = commandLineOfThisFile()
const unknown = 'i00000000000000000000'
const patience = { timeout: 60_000, interval: 300 }

interface Line {
  readonly timestamp: string
  readonly level: string
  readonly logger: string
  readonly message?: string
  readonly stream?: string
}

let sandbox: Sandbox
let id: string
beforeAll(async () => {
  sandbox = await create()
  id = sandbox.sandboxId
})

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

describe('logs', () => {
  beforeAll(async () => {
    await sandbox.commands.run('echo quiet line; echo loud line >&2')
    await vi.waitFor(
      async () => expect((await e2b('sandbox logs', [id])).out).toContain('loud line'),
      patience,
    )
  })

  test('are what processes wrote, with instants and levels, each line once', async () => {
    const { code, out, err } = await e2b('sandbox logs', [id])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`\nLogs for sandbox ${id}:\n`)
    expect(out).toMatch(/^\[\d{4}-\d\d-\d\d [\d:.]+Z\] INFO {2}.*message: 'quiet line'/m)
    expect(out).toMatch(/^\[\d{4}-\d\d-\d\d [\d:.]+Z\] WARN .*message: 'loud line'/m)
    expect(out.match(/message: 'quiet line'/g)).toHaveLength(1)
  })

  test('are filtered by level and logger, and are JSON when asked for', async () => {
    const warnings = jsonLines((await e2b('sandbox logs', [id, '--format', 'json', '--level', 'WARN'])).out)
    expect(warnings.map(({ message }) => message)).toContain('loud line')
    expect(warnings.map(({ message }) => message)).not.toContain('quiet line')
    const ofProcesses = jsonLines(
      (await e2b('sandbox logs', [id, '--format', 'json', '--loggers', 'process'])).out,
    )
    expect(ofProcesses).toContainEqual(expect.objectContaining({ message: 'quiet line', stream: 'stdout' }))
    expect(ofProcesses.every(({ logger }) => logger === 'process')).toBe(true)
  })

  test('that are followed come as they are written, each once, and end with the sandbox', async () => {
    const followed = await create()
    const follower = begin('sandbox logs', [followed.sandboxId, '--follow'])
    await follower.out.has('sandbox created')
    for (const n of [1, 2, 3]) {
      await followed.commands.run(`echo line ${n} of it`)
      await follower.out.has(`message: 'line ${n} of it'`)
    }
    await followed.kill()
    const { code, out } = await follower.ended
    expect(code).toBe(0)
    expect(out).toContain('Stopped printing logs — sandbox is closed')
    for (const n of [1, 2, 3])
      expect(out.match(new RegExp(`message: 'line ${n} of it'`, 'g'))).toHaveLength(1)
    expect((await e2b('sandbox logs', [followed.sandboxId])).out).toMatch(/ended: killed/)
  })

  test('of an unknown sandbox and at an unknown level are refused', async () => {
    const { code, err } = await e2b('sandbox logs', [unknown])
    expect(code).toBe(1)
    expect(err).toContain('Error while getting sandbox logs: [404] not found: ')
    expect(await e2b('sandbox logs', [id, '--level', 'LOUD'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Invalid log level: LOUD'),
    })
  })
})

describe('metrics', () => {
  const point =
    /^\[\d{4}-\d\d-\d\d [\d:]+Z\] +CPU: +[\d.]+% \/ +2 Cores \| Memory: +\d+ \/ 1024 {2}MiB \| Disk: +\d+ \/ 10240 MiB$/m

  test('are a line for each point', async () => {
    await expect.poll(async () => (await e2b('sandbox metrics', [id])).out, patience).toMatch(point)
    const { code, out, err } = await e2b('sandbox metrics', [id])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`\nMetrics for sandbox ${id}:\n`)
    const [first] = jsonLines((await e2b('sandbox metrics', [id, '--format', 'json'])).out)
    expect(first).toMatchObject({ cpuCount: 2, memTotal: 1024 * 1024 * 1024, timestamp: expect.any(String) })
  })

  test('that are followed go on with the next point', async () => {
    const follower = begin('sandbox metrics', [id, '--follow', '--format', 'json'])
    const points = () => follower.out.text.match(/^{.*}$/gm) ?? []
    await expect.poll(() => points().length, patience).toBeGreaterThan(0)
    const before = points().length
    await expect.poll(() => points().length, patience).toBeGreaterThan(before)
    const instants = points().map((line) => (JSON.parse(line) as Line).timestamp)
    expect(instants).toEqual([...new Set(instants)].sort())
    follower.signal('SIGINT')
    await follower.ended
  })

  test('of an unknown sandbox are refused', async () => {
    const { code, err } = await e2b('sandbox metrics', [unknown])
    expect(code).toBe(1)
    expect(err).toContain('SandboxNotFoundError')
  })
})

/** `e2b sandbox …` for the life of a sandbox: what its user reads, and the exit code. */
import { randomUUID } from 'node:crypto'
import { Sandbox } from 'e2b'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commandLineOfThisFile } from './command-line.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { e2b } = commandLineOfThisFile()
const run = randomUUID()
const unknown = 'i00000000000000000000'

const listed = async (...args: string[]) => {
  const { code, out } = await e2b('sandbox list', ['--format', 'json', '--metadata', `run=${run}`, ...args])
  expect(code).toBe(0)
  return (JSON.parse(out) as { sandboxId: string }[]).map(({ sandboxId }) => sandboxId)
}

describe('a list', () => {
  let ids: string[]
  beforeAll(async () => {
    const sandboxes: Sandbox[] = []
    for (const n of ['1', '2', '3']) sandboxes.push(await create({ metadata: { run, n } }))
    ids = sandboxes.map(({ sandboxId }) => sandboxId)
    await sandboxes[2]?.pause()
  })

  test('is of what runs, and says of each what it is', async () => {
    const { code, out } = await e2b('sandbox list', ['--metadata', `run=${run}`])
    expect(code).toBe(0)
    const [head = '', ...rows] = out.trimEnd().split('\n')
    expect(head.split(/ {3,}/)).toEqual([
      'SANDBOX ID',
      'TEMPLATE ID',
      'ALIAS',
      'STARTED AT',
      'END AT',
      'STATE',
      'VCPUS',
      'RAM MIB',
      'ENVD VERSION',
      'METADATA',
    ])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(
      new RegExp(`^${ids[0]} .* base .* Running +2 +1024 +0\\.\\d+\\.\\d+ +{.*"${run}"`),
    )
  })

  test('can be of some states, metadata, templates and instants, in either order and short', async () => {
    const later = new Date(Date.now() + 60_000).toISOString()
    const lists = await Promise.all([
      listed(),
      listed('--state', 'paused'),
      listed('--state', 'running,paused', '--order', 'desc'),
      listed('--metadata', `run=${run},n=2`),
      listed('--template', 'base', '--limit', '1', '--order', 'asc'),
      listed('--template', 'no-such-template'),
      listed('--started-after', later),
    ])
    const [one, two, three] = ids
    expect(lists).toEqual([[one, two], [three], [three, two, one], [two], [one], [], []])
  })

  test('that is cut says so, and an empty one too', async () => {
    const cut = await e2b('sandbox list', ['--metadata', `run=${run}`, '--limit', '1'])
    expect(cut.out).toContain('Showing first 1 sandboxes.')
    const empty = await e2b('sandbox list', ['--metadata', `run=${randomUUID()}`])
    expect(empty).toEqual({ code: 0, out: 'No sandboxes found\n', err: '' })
  })

  test('in an unknown state or format fails', async () => {
    const state = await e2b('sandbox list', ['--state', 'asleep'])
    expect(state.code).toBe(1)
    expect(state.err).toContain('400: ')
    const format = await e2b('sandbox list', ['--format', 'xml'])
    expect(format).toMatchObject({ code: 1, err: 'Unsupported output format: xml\n' })
  })
})

describe('one sandbox', () => {
  test('is made and left alone, with its timeout and what becomes of it then', async () => {
    const lifecycle = ['--lifecycle.ontimeout', 'pause', '--lifecycle.autoresume']
    const made = await e2b('sandbox create', ['base', '--detach', '--timeout', '90', ...lifecycle])
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^i[a-z0-9]{20}\n$/), err: '' })
    const id = made.out.trim()
    onTestFinished(async () => void (await Sandbox.kill(id)))
    const shown = await e2b('sandbox info', [id, '--format', 'json'])
    const info = JSON.parse(shown.out) as { startedAt: string; endAt: string }
    expect(info).toMatchObject({ sandboxId: id, lifecycle: { onTimeout: 'pause', autoResume: true } })
    expect(Date.parse(info.endAt) - Date.parse(info.startedAt)).toBe(90_000)
    const { code, out } = await e2b('sandbox info', [id])
    expect(code).toBe(0)
    for (const line of [
      `Sandbox info for ${id}:`,
      'Alias: base',
      'State: running',
      'vCPUs: 2',
      'RAM MiB: 1024',
    ])
      expect(out).toContain(`${line}\n`)
  })

  test('is paused once, resumed, and keeps its files', async () => {
    const sandbox = await create()
    const id = sandbox.sandboxId
    await sandbox.files.write('kept', 'over the pause')
    expect(await e2b('sandbox pause', [id])).toMatchObject({
      code: 0,
      out: `Sandbox ${id} has been paused\n`,
    })
    expect(await e2b('sandbox pause', [id])).toMatchObject({
      code: 0,
      out: `Sandbox ${id} is already paused\n`,
    })
    expect(await e2b('sandbox resume', [id])).toMatchObject({
      code: 0,
      out: `Sandbox ${id} has been resumed\n`,
    })
    expect(await sandbox.files.read('kept')).toBe('over the pause')
  })

  test('becomes a snapshot that is listed, starts sandboxes and is deleted once', async () => {
    const sandbox = await create()
    const id = sandbox.sandboxId
    const name = `cli-${run.slice(0, 8)}`
    await sandbox.files.write('kept', 'in the snapshot')
    const made = await e2b('sandbox snapshot create', [id, '--name', name])
    const [, snapshot = ''] = /^Created snapshot (\S+) from sandbox /.exec(made.out) ?? []
    expect(snapshot).toContain(`${name}:`)
    for (const filter of [[id], ['--name', name]]) {
      const { out } = await e2b('sandbox snapshot list', [...filter, '--format', 'json'])
      expect(JSON.parse(out)).toMatchObject([{ snapshotId: snapshot }])
    }
    expect((await e2b('sandbox snapshot list', [id])).out).toMatch(/^SNAPSHOT ID +NAMES\n/)
    const copy = await e2b('sandbox create', [snapshot, '--detach'])
    onTestFinished(async () => void (await Sandbox.kill(copy.out.trim())))
    expect(await (await Sandbox.connect(copy.out.trim())).files.read('kept')).toBe('in the snapshot')
    await e2b('sandbox kill', [copy.out.trim()])
    const gone = await e2b('sandbox snapshot delete', [snapshot])
    expect(gone).toMatchObject({ code: 0, out: `Snapshot ${snapshot} has been deleted\n` })
    expect((await e2b('sandbox snapshot delete', [snapshot])).err).toBe(`Snapshot ${snapshot} wasn't found\n`)
    expect((await e2b('sandbox snapshot list', [id])).out).toBe('No snapshots found\n')
  })
})

describe('the end', () => {
  test('one or several sandboxes are killed, and one that is gone is said to be', async () => {
    const [one, two, three] = await Promise.all([create(), create(), create()])
    const ids = [two.sandboxId, three.sandboxId]
    expect(await e2b('sandbox kill', [one.sandboxId])).toEqual({
      code: 0,
      out: `Sandbox ${one.sandboxId} has been killed\n`,
      err: '',
    })
    const several = await e2b('sandbox kill', [...ids, one.sandboxId])
    for (const id of ids) expect(several.out).toContain(`Sandbox ${id} has been killed\n`)
    expect(several.err).toBe(`Sandbox ${one.sandboxId} wasn't found\n`)
    expect(await two.isRunning()).toBe(false)
  })

  test('all that match are killed and no other, and none is said to be none', async () => {
    const mine = randomUUID()
    const [one, two, other, paused] = await Promise.all([
      create({ metadata: { mine } }),
      create({ metadata: { mine } }),
      create(),
      create({ metadata: { mine } }),
    ])
    await paused.pause()
    const all = await e2b('sandbox kill', ['--all', '--metadata', `mine=${mine}`])
    expect(all.code).toBe(0)
    expect(all.out).toContain('Killed 2 running sandboxes\n')
    expect(await Promise.all([one, two, other].map((each) => each.isRunning()))).toEqual([false, false, true])
    const rest = await e2b('sandbox kill', ['--all', '--state', 'paused', '--metadata', `mine=${mine}`])
    expect(rest.out).toContain(`Sandbox ${paused.sandboxId} has been killed\n`)
    const none = await e2b('sandbox kill', ['--all', '--metadata', `mine=${mine}`])
    expect(none).toMatchObject({ code: 0, out: 'No running sandboxes\n' })
  })

  test('which sandbox is to be killed must be said', async () => {
    expect(await e2b('sandbox kill')).toMatchObject({
      code: 1,
      err: expect.stringContaining('You need to specify'),
    })
    expect((await e2b('sandbox kill', ['--all', unknown])).code).toBe(1)
  })
})

describe('who does not know the way', () => {
  test('an unknown sandbox is told to be so by every command', async () => {
    const commands = ['sandbox info', 'sandbox pause', 'sandbox resume', 'sandbox snapshot create']
    const said = { code: 1, out: '', err: `Sandbox ${unknown} wasn't found\n` }
    expect(await Promise.all(commands.map((command) => e2b(command, [unknown])))).toEqual(
      commands.map(() => said),
    )
  })

  test('an unknown template is named', async () => {
    const { code, err } = await e2b('sandbox create', ['no-such-template', '--detach'])
    expect(code).toBe(1)
    expect(err).toContain("404: template 'no-such-template' not found")
  })

  test('without a key one is told how to get one, with a wrong one that it is wrong', async () => {
    const none = await e2b('sandbox list', [], { env: { E2B_API_KEY: undefined } })
    expect(none.code).toBe(1)
    expect(none.err).toContain('You must be logged in to use this command.')
    const env = { E2B_API_KEY: `e2b_${'0'.repeat(40)}` }
    for (const [command, args] of [
      ['sandbox list', []],
      ['sandbox info', [unknown]],
      ['sandbox kill', [unknown]],
      ['template list', []],
    ] as const) {
      const wrong = await e2b(command, args, { env })
      expect(wrong.code, command).toBe(1)
      expect(wrong.err, command).toMatch(/AuthenticationError: Unauthorized|\[401\] unauthorized/)
    }
  })
})

/** What sandboxes that come from one checkpoint have in common: their memory, and nothing that is drawn at random. */
import { aliveStartWarning } from '@cay/core/template/start-time.ts'
import { Sandbox, Template } from 'e2b'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { build } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { draw, liveGenerators, repeated } from '../support/live-generators.ts'
import { LogReader } from '../support/log-reader.ts'

const { place, start, ready } = liveGenerators
const hooks = `mkdir -p /etc/cay/restore.d; cd /etc/cay/restore.d
printf '#!/bin/sh\\necho "$(id -un) $CAY_GENERATION $E2B_SANDBOX_ID" >> /run/hooked\\n' > 10-note
printf '#!/bin/sh\\necho sorry >&2; exit 3\\n' > 20-fails
printf '#!/bin/sh\\nsleep 60\\n' > 30-hangs
printf '#!/bin/sh\\necho never > /run/late\\n' > 40-late
printf 'not a program' > readme
chmod 755 [1-4]*`
const asRoot = { user: 'root' } as const
const made: Sandbox[] = []
const snapshots: string[] = []

function kept(sandbox: Sandbox): Sandbox {
  made.push(sandbox)
  return sandbox
}

beforeAll(async () => {
  pointClientHere()
  const alive = Template().fromTemplate('base').runCmd(place).setStartCmd(start, ready)
  const later = Template()
    .fromTemplate('base')
    .runCmd(place)
    .setEnvs({ CAY_START: 'after-restore', CAY_RESEED: 'off' })
    .setStartCmd(start, ready)
  const hooked = Template().fromTemplate('base').runCmd(hooks, asRoot)
  const ofAlive = await build('alive', alive)
  expect(ofAlive.error).toBeUndefined()
  expect(ofAlive.log).toContain(aliveStartWarning)
  const ofLater = await build('later', later)
  expect(ofLater.error).toBeUndefined()
  expect(ofLater.log).not.toContain(aliveStartWarning)
  expect((await build('hooked', hooked)).error).toBeUndefined()
}, 300_000)
afterEach(async () => {
  await Promise.all(made.splice(0).map((sandbox) => sandbox.kill()))
  for (const snapshotId of snapshots.splice(0)) await Sandbox.deleteSnapshot(snapshotId)
})

async function say({ commands }: Sandbox, command: string): Promise<string> {
  return (await commands.run(command, asRoot)).stdout.trim()
}

async function fork(source: Sandbox, count: number): Promise<Sandbox[]> {
  const forks = await source.fork({ count, timeoutMs: 120_000 })
  return forks.map((one) => {
    if (!(one instanceof Sandbox)) throw one
    return kept(one)
  })
}

const generation = 'cat /run/cay/generation'
const bootId = 'cat /proc/sys/kernel/random/boot_id'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('what was alive when its sandbox was saved draws nothing twice', () => {
  test('in five sandboxes of a template', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => Sandbox.create('alive')))
    const draws = await Promise.all(five.map((sandbox) => draw(kept(sandbox))))
    expect(Object.keys(draws[0] ?? {})).toHaveLength(14)
    expect(repeated(draws)).toEqual([])
  })

  test('in forks of one sandbox and in their source', async () => {
    const source = kept(await Sandbox.create('alive'))
    const copies = await fork(source, 3)
    expect(repeated(await Promise.all([source, ...copies].map(draw)))).toEqual([])
  })

  test('in two sandboxes of one snapshot, nor in its source', async () => {
    const source = kept(await Sandbox.create('alive'))
    await draw(source)
    const { snapshotId } = await source.createSnapshot()
    snapshots.push(snapshotId)
    const copies = await Promise.all([1, 2].map(() => Sandbox.create(snapshotId)))
    expect(repeated(await Promise.all([source, ...copies.map(kept)].map(draw)))).toEqual([])
  })

  test('in sandboxes of a template whose start command runs after the restore, where it is ready at once', async () => {
    const three = await Promise.all([1, 2, 3].map(() => Sandbox.create('later')))
    expect(repeated(await Promise.all(three.map((sandbox) => draw(kept(sandbox)))))).toEqual([])
    const [copy] = await fork(three[0] as Sandbox, 1)
    expect(await say(copy as Sandbox, 'pgrep -c -f draw.py')).toBe(
      await say(three[1] as Sandbox, 'pgrep -c -f draw.py'),
    )
  })

  test('unless it asks for that', async () => {
    const source = kept(await Sandbox.create('base'))
    await source.commands.run(place)
    await source.commands.run(start, { background: true, envs: { CAY_RESEED: 'off' } })
    await source.commands.run(`until ${ready}; do sleep 0.1; done`)
    const [one, other] = await fork(source, 2)
    const draws = await Promise.all([one, other].map((sandbox) => draw(sandbox as Sandbox)))
    expect(repeated(draws).filter((name) => /Math|Python random/.test(name))).toEqual([
      'Node Math.random',
      'Node Math.random, kept',
      'Worker Math.random',
      'Python random',
      'Python random, kept',
    ])
  })
})

describe('the generation', () => {
  test('is another one after every restore, and the same until then', async () => {
    const source = kept(await Sandbox.create('base'))
    const seen = [await say(source, generation)]
    expect(seen[0]).toMatch(uuid)
    expect(await say(source, generation)).toBe(seen[0])
    const [copy] = await fork(source, 1)
    seen.push(await say(copy as Sandbox, generation))
    const { snapshotId } = await source.createSnapshot()
    snapshots.push(snapshotId)
    for (let round = 0; round < 2; round++)
      seen.push(await say(kept(await Sandbox.create(snapshotId)), generation))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('can be read by users and written by nobody but root', async () => {
    const sandbox = kept(await Sandbox.create('base'))
    const { stdout } = await sandbox.commands.run(
      `${generation} >/dev/null && echo read; : 2>/dev/null > /run/cay/generation; ls /run/cay/launchers 2>/dev/null; stat -c %a /run/cay/generation`,
    )
    expect(stdout).toBe('read\n444\n')
  })

  test('wakes whoever handles SIGURG or watches the file, and nobody else notices', async () => {
    const source = kept(await Sandbox.create('base'))
    await source.commands.run(
      `trap 'cat /run/cay/generation >> ~/heard' URG; touch ~/listens; while :; do sleep 60 & wait $!; done`,
      {
        background: true,
      },
    )
    await source.commands.run('until [ -e ~/listens ]; do sleep 0.1; done')
    await source.commands.run('sleep 1000', { background: true })
    const [copy] = await fork(source, 1)
    await expect
      .poll(() => say(copy as Sandbox, 'cat /home/user/heard 2>/dev/null || true'))
      .toBe(await say(copy as Sandbox, generation))
    expect(await say(copy as Sandbox, 'pgrep -c -x sleep')).not.toBe('0')
    expect(await say(source, 'ls /home/user/heard 2>/dev/null || echo none')).toBe('none')
  })
})

describe('hooks', () => {
  test('run as root after every restore, before anybody has the sandbox', async () => {
    const sandbox = kept(await Sandbox.create('hooked'))
    const [copy] = await fork(sandbox, 1)
    for (const one of [sandbox, copy as Sandbox])
      expect((await say(one, 'tail -n 1 /run/hooked')).split(' ')).toEqual([
        'root',
        await say(one, generation),
        one.sandboxId,
      ])
  })

  test('that fail or take too long are told in the log of the sandbox, and it can be used', async () => {
    const sandbox = kept(await Sandbox.create('hooked'))
    expect(await say(sandbox, 'ls /run/late 2>/dev/null || echo none; pgrep -cx sleep || true')).toBe(
      'none\n0',
    )
    const logs = new LogReader(inject('installation'), sandbox.sandboxId)
    const expected = [
      'restore hook /etc/cay/restore.d/20-fails failed: exit status 3',
      'restore hook /etc/cay/restore.d/30-hangs was killed: all hooks together have 2000 ms',
      'restore hook /etc/cay/restore.d/40-late was not run: all hooks together have 2000 ms',
      'sorry',
    ]
    const said = async () => (await logs.messages()).filter((message) => expected.includes(message)).sort()
    await expect.poll(said).toEqual(expected)
  })
})

describe('boot_id', () => {
  test("is the sandbox's own: another one in each, also in forks, and the same after a pause", async () => {
    const [one, other] = [kept(await Sandbox.create('base')), kept(await Sandbox.create('base'))]
    const [copy] = await fork(one, 1)
    const ids = await Promise.all([one, other, copy as Sandbox].map((sandbox) => say(sandbox, bootId)))
    for (const id of ids) expect(id).toMatch(uuid)
    expect(new Set(ids).size).toBe(3)
    await one.pause()
    await one.connect()
    expect(await say(one, bootId)).toBe(ids[0])
  })

  test('is a new one where a sandbox was booted anew from its files', async () => {
    const sandbox = kept(await Sandbox.create('base'))
    const before = await say(sandbox, bootId)
    await sandbox.pause({ keepMemory: false })
    await sandbox.connect()
    expect(await say(sandbox, bootId)).not.toBe(before)
  })
})

import { Sandbox } from 'e2b'
import { afterAll, describe, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const forks: Sandbox[] = []

afterAll(async () => {
  await Promise.all(forks.map((sandbox) => sandbox.kill()))
})

async function fork(source: Sandbox, count: number): Promise<Sandbox[]> {
  const made = await source.fork({ count, timeoutMs: 120_000 })
  const sandboxes = made.filter((each) => each instanceof Sandbox)
  forks.push(...sandboxes)
  expect(made).toEqual(sandboxes)
  return sandboxes
}

describe('a fork', () => {
  test('has what the source has, and goes its own way', async () => {
    const source = await create({ metadata: { purpose: 'forked' }, envs: { KEPT: 'yes' } })
    await source.files.write('left.txt', 'by the source')
    await source.commands.run('echo memory > /dev/shm/note')
    const before = await source.getInfo()
    const copies = await fork(source, 3)
    expect(new Set([source, ...copies].map(({ sandboxId }) => sandboxId)).size).toBe(4)
    for (const [index, copy] of copies.entries()) {
      expect(await copy.getInfo()).toMatchObject({
        state: 'running',
        metadata: { purpose: 'forked' },
        templateId: before.templateId,
      })
      const { stdout } = await copy.commands.run('cat left.txt /dev/shm/note; echo; echo $KEPT; hostname')
      expect(stdout).toBe(`by the sourcememory\n\nyes\n${copy.sandboxId}\n`)
      await copy.files.write('left.txt', `by copy ${index}`)
    }
    for (const [index, copy] of copies.entries())
      expect(await copy.files.read('left.txt')).toBe(`by copy ${index}`)
    expect(await source.files.read('left.txt')).toBe('by the source')
    expect(await source.getInfo()).toEqual(before)
  })

  test('has processes with the same pids, and leaves those of the source alone', async () => {
    const source = await create()
    const { pid } = await source.commands.run('sleep 600', { background: true, timeoutMs: 0 })
    const [copy] = await fork(source, 1)
    expect((await copy?.commands.list())?.map((each) => each.pid)).toContain(pid)
    expect(await copy?.commands.kill(pid)).toBe(true)
    expect((await source.commands.list()).map((each) => each.pid)).toContain(pid)
  })

  test('draws random numbers of its own and has a machine id of its own, as every other copy', async () => {
    const source = await create()
    // One that was running before is asked as well: what it reads comes from outside of it.
    const draw = 'head -c 16 /dev/urandom | od -An -tx1'
    const ask = `until [ -e /tmp/go ]; do sleep 0.05; done; ${draw} > /tmp/drawn; touch /tmp/done`
    await source.commands.run(ask, { background: true, timeoutMs: 0 })
    const all = [source, ...(await fork(source, 3))]
    await Promise.all(all.map((sandbox) => sandbox.files.write('/tmp/go', '')))
    const getrandom = 'python3 -c "import os; print(os.getrandom(16).hex())"'
    const look = `until [ -e /tmp/done ]; do sleep 0.05; done; cat /tmp/drawn; ${draw}; ${getrandom}; cat /etc/machine-id`
    const seen = await Promise.all(all.map(({ commands }) => commands.run(look)))
    const lines = seen.flatMap(({ stdout }) => stdout.trim().split('\n'))
    expect(lines).toHaveLength(4 * all.length)
    expect(new Set(lines).size).toBe(lines.length)
  })

  test('of a paused sandbox is refused', async () => {
    const source = await create()
    await source.pause()
    await expect(source.fork()).rejects.toThrow('resume it first')
  })
})

import { Sandbox } from 'e2b'
import { afterAll, describe, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const others: Sandbox[] = []

afterAll(async () => {
  await Promise.all(others.map((sandbox) => sandbox.kill()))
})

async function createFrom(snapshotId: string): Promise<Sandbox> {
  const sandbox = await Sandbox.create(snapshotId, { timeoutMs: 120_000 })
  others.push(sandbox)
  return sandbox
}

/** A sandbox with a file and with something that only its memory holds. */
async function sourceOf(text: string): Promise<Sandbox> {
  const sandbox = await create()
  await sandbox.files.write('left.txt', text)
  await sandbox.commands.run(`echo ${text} > /dev/shm/note`)
  await sandbox.commands.run('sleep 600', { background: true, timeoutMs: 0 })
  return sandbox
}

async function holds(sandbox: Sandbox, text: string): Promise<void> {
  expect(await sandbox.files.read('left.txt')).toBe(text)
  expect((await sandbox.commands.run('cat /dev/shm/note; pgrep -c sleep')).stdout).toBe(`${text}\n1\n`)
}

describe('a snapshot', () => {
  test('makes sandboxes that hold what the source held, and outlives it', async () => {
    const source = await sourceOf('first')
    const { snapshotId, names } = await source.createSnapshot()
    expect(names).toEqual([])
    await holds(source, 'first')
    const copy = await createFrom(snapshotId)
    expect(copy.sandboxId).not.toBe(source.sandboxId)
    await holds(copy, 'first')
    await copy.files.write('left.txt', 'changed in the copy')
    expect(await source.files.read('left.txt')).toBe('first')
    await source.kill()
    await copy.kill()
    await holds(await createFrom(snapshotId), 'first')
  })

  test('of a name that is known is served at once', async () => {
    const source = await sourceOf('old')
    const first = await source.createSnapshot({ name: 'kept' })
    expect(first).toMatchObject({ snapshotId: 'default/kept:default', names: ['default/kept:default'] })
    await source.files.write('left.txt', 'new')
    await source.commands.run('echo new > /dev/shm/note')
    expect(await source.createSnapshot({ name: 'kept' })).toEqual(first)
    for (const form of [first.snapshotId, 'kept', 'kept:default']) await holds(await createFrom(form), 'new')
  })

  test('is listed, by its sandbox too, until it is deleted', async () => {
    const source = await create()
    const made = [await source.createSnapshot(), await source.createSnapshot({ name: 'listed:v1' })]
    const listed = await source.listSnapshots().nextItems()
    expect(listed.map(({ snapshotId }) => snapshotId).sort()).toEqual(
      made.map(({ snapshotId }) => snapshotId).sort(),
    )
    for (const { snapshotId } of made) {
      expect(await Sandbox.deleteSnapshot(snapshotId)).toBe(true)
      expect(await Sandbox.deleteSnapshot(snapshotId)).toBe(false)
    }
    expect(await source.listSnapshots().nextItems()).toEqual([])
    expect((await source.commands.run('echo alive')).stdout).toBe('alive\n')
  })
})

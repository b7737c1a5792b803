import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMembership } from './membership.ts'

test('the first machine of a cluster never holds a lease, because its agent joins after its node has started', async () => {
  const directory = await makeDirectory()
  await writeFile(`${directory}/join.json`, '{}')
  const reading = readMembership(directory)
  await writeFile(`${directory}/identity.json`, JSON.stringify({ nodeId: 'local' }))
  await rm(`${directory}/join.json`)
  expect((await reading)?.nodeId).toBe('local')
})

test('a node that has joined no cluster waits for nothing', async () => {
  expect(await readMembership(await makeDirectory())).toBeUndefined()
})

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-membership-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

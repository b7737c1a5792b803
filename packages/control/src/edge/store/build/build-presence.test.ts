import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../open-store.ts'

const buildId = '00000000-0000-4000-8000-000000000001'
const resources = { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 }
const bundled = {
  ...{ templateId: 'base', buildId: '00000000-0000-4000-8000-000000000002', alias: 'base' },
  ...{ envdVersion: '1', createdAtMs: 1, resources },
}

test('a comparison with a node that finds nothing new writes all builds and templates of the node again', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const store = await openStore(':memory:')
  onTestFinished(() => store.close())
  const [database] = prepare.mock.contexts
  prepare.mockRestore()
  if (!(database instanceof DatabaseSync)) throw new Error('the store opened no database')
  const countWrites = () => database.prepare('select total_changes() as count').get()
  await store.addTeam({ teamId: 't', slug: 'team', name: 'Team' }, 1)
  const origin = { teamId: 't', teamSlug: 'team', alias: 'app', tags: ['default'], templateId: 'app' }
  await store.addBuild({ ...origin, buildId, resources, nowMs: 1 })
  await store.changeBuild(buildId, () => ({ state: 'ready', updatedAtMs: 2, nodeId: 'n1' }))
  const compare = async () => {
    await store.markMadeBuilds('n1', [buildId], 9)
    await store.syncTemplates([bundled], { isComplete: false })
  }
  const before = countWrites()
  await compare()
  const written = countWrites()
  expect(written).not.toEqual(before)
  await compare()
  expect(countWrites()).toEqual(written)
})

/**
 * The calls that the open dashboard of the hosted product makes with an API key, as its source writes them: the paths, the way
 * lists are written in a query, and the fields that it reads of the responses.
 */
import { expect, test } from 'vitest'
import { finish, request, start } from './control-build-requests.ts'
import { startWorld } from './control-world.ts'

const text = expect.any(String)
const count = expect.any(Number)

test('every call of the hosted dashboard is answered in the shape that it reads', async () => {
  const world = await startWorld()
  const { templateID, buildID } = await request(world, { name: 'app', tags: ['default', 'v1'] })
  await start(world, { templateID, buildID })
  await finish(world, { templateID, buildID })
  const sandboxID = await world.create()
  const template = {
    ...{ templateID, buildID, cpuCount: count, memoryMB: count, diskSizeMB: count, public: false },
    ...{ aliases: ['app'], names: ['default/app'], createdAt: text, updatedAt: text, lastSpawnedAt: null },
    ...{ spawnCount: 0, buildCount: 1, envdVersion: text },
  }
  const status = { status: 'success', statusMessage: null, finishedAt: text }
  const build = {
    ...{ id: buildID, template: 'app', templateId: templateID, ...status, createdAt: text },
    ...{ cpuCount: count, memoryMB: count, diskSizeMB: count, envdVersion: text },
  }
  const assignment = { buildId: buildID, assignedAt: text, assignmentId: text, buildCreatedAt: text }
  const dashboard = '/dashboard-api'
  const tags = `${dashboard}/templates/${templateID}/tags`
  const nowSeconds = Math.floor(world.clock.nowMs() / 1000)
  const range = `start=${nowSeconds - 60}&end=${nowSeconds + 60}`
  const logs = `cursor=${world.clock.nowMs()}&limit=100&level=debug`
  const teams = (await world.call('GET', '/teams')).body as { teamID: string }[]
  const team = `/teams/${teams[0]?.teamID}/metrics`
  const calls: readonly (readonly [string, unknown])[] = [
    ['/v2/sandboxes?limit=1', [{ sandboxID }]],
    [`${dashboard}/builds?statuses=building,failed,success&limit=50`, { data: [build], nextCursor: null }],
    [`${dashboard}/builds/statuses?build_ids=${buildID}`, { buildStatuses: [{ id: buildID, ...status }] }],
    [`${dashboard}/builds/${buildID}`, { names: ['default/app'], createdAt: text, ...status }],
    [
      `${dashboard}/templates?limit=50&sort=updated_at_desc&public=false`,
      { data: [{ ...template, isDefault: false }], nextCursor: null },
    ],
    [
      `${dashboard}/templates/defaults`,
      { templates: [{ id: text, buildId: text, vcpu: count, ramMb: count, aliases: [{ alias: 'base' }] }] },
    ],
    [`${dashboard}/templates/${templateID}`, template],
    [
      `${tags}/groups?assignmentLimit=6&tagsLimit=25&sort=latest_desc&search=v`,
      { tags: [{ tag: 'v1', hasMore: false, assignments: [assignment] }], nextCursor: null },
    ],
    [`${tags}/count`, { total: count }],
    [`${tags}/exists?tag=v1`, { exists: true, normalizedTag: 'v1' }],
    [`${tags}/v1/assignments?limit=50`, { data: [assignment], nextCursor: null }],
    ['/templates', [{ templateID, names: ['default/app'] }]],
    [`/templates/${templateID}/builds/${buildID}/status?limit=0`, { buildID, status: 'ready' }],
    [
      `/templates/${templateID}/builds/${buildID}/logs?${logs}&direction=backward`,
      { logs: expect.any(Array) },
    ],
    [`/sandboxes/${sandboxID}`, { sandboxID, state: 'running', envdVersion: text }],
    ['/sandboxes', [{ sandboxID }]],
    [`/v2/sandboxes/${sandboxID}/logs?${logs}&direction=forward`, { logs: expect.any(Array) }],
    [`/sandboxes/metrics?sandbox_ids=${sandboxID}`, { sandboxes: expect.any(Object) }],
    [`/sandboxes/${sandboxID}/metrics?${range}`, expect.any(Array)],
    [`${team}?${range}`, expect.any(Array)],
    [`${team}/max?${range}&metric=concurrent_sandboxes`, { value: count }],
  ]
  for (const [path, body] of calls)
    expect([path, await world.call('GET', path)]).toMatchObject([path, { status: 200, body }])
  // Of a sandbox that has ended it asks for a record, and says that there is none when it gets 404.
  expect((await world.call('GET', `${dashboard}/sandboxes/inever/record`)).status).toBe(404)
})

test('what the hosted dashboard changes with an API key is changed', async () => {
  const world = await startWorld()
  const { templateID, buildID } = await request(world, { name: 'app' })
  await start(world, { templateID, buildID })
  await finish(world, { templateID, buildID })
  const assigned = await world.call('POST', '/templates/tags', {
    body: { target: `default/app:${buildID}`, tags: ['stable'] },
  })
  expect(assigned).toMatchObject({ status: 201, body: { buildID, tags: ['stable'] } })
  const removed = await world.call('DELETE', '/templates/tags', {
    body: { name: 'default/app', tags: ['stable'] },
  })
  expect(removed.status).toBe(204)
  const path = `/v2/templates/${templateID}`
  expect((await world.call('PATCH', path, { body: { public: true } })).status).toBe(200)
  expect((await world.call('DELETE', `/templates/${templateID}`)).status).toBe(204)
  expect((await world.call('DELETE', `/sandboxes/${await world.create()}`)).status).toBe(204)
})

/** A template of another team answers like one that never was, by its id, by its name and by the id of its build. */
import { describe, expect, test } from 'vitest'
import { field, firstKey, secondKey, startWorld, type World } from './control-world.ts'

const hash = 'a'.repeat(64)
const unknownBuild = '00000000-0000-4000-8000-00000000dead'

interface Names {
  readonly template: string
  readonly build: string
}

/** What is asked of a template, in the words of whoever does not own it. */
const calls: Readonly<Record<string, (names: Names) => readonly [string, string, object?]>> = {
  show: ({ template }) => ['GET', `/templates/${template}`],
  publish: ({ template }) => ['PATCH', `/v2/templates/${template}`, { public: true }],
  'publish v1': ({ template }) => ['PATCH', `/templates/${template}`, { public: true }],
  delete: ({ template }) => ['DELETE', `/templates/${template}`],
  tags: ({ template }) => ['GET', `/templates/${template}/tags`],
  'assign tags': ({ template }) => ['POST', '/templates/tags', { target: template, tags: ['x'] }],
  'remove tags': ({ template }) => ['DELETE', '/templates/tags', { name: template, tags: ['x'] }],
  alias: ({ template }) => ['GET', `/templates/aliases/${template}`],
  files: ({ template }) => ['GET', `/templates/${template}/files/${hash}`],
  start: ({ template, build }) => ['POST', `/v2/templates/${template}/builds/${build}`, { fromImage: 'x' }],
  status: ({ template, build }) => ['GET', `/templates/${template}/builds/${build}/status`],
  logs: ({ template, build }) => ['GET', `/templates/${template}/builds/${build}/logs`],
  create: ({ template }) => ['POST', '/v2/sandboxes', { templateID: template }],
}

async function ofAnotherTeam(world: World) {
  const { body } = await world.call('POST', '/v3/templates', { body: { name: 'theirs' }, key: secondKey })
  const snapshot = await world.call('POST', `/sandboxes/${await world.create({}, secondKey)}/snapshots`, {
    body: {},
    key: secondKey,
  })
  return {
    template: field(body, 'templateID'),
    build: field(body, 'buildID'),
    snapshot: field(snapshot.body, 'snapshotID').split(':')[0] ?? '',
  }
}

describe.each(Object.keys(calls))('%s', (name) => {
  test('of another team’s template is answered as of an unknown one', async () => {
    const world = await startWorld()
    const theirs = await ofAnotherTeam(world)
    const ask = async (names: Names) => {
      const [method, path, body] = calls[name]?.(names) ?? ['GET', '/']
      const reply = await world.call(method, path, { key: firstKey, ...(body === undefined ? {} : { body }) })
      const text = JSON.stringify(reply.body).replaceAll(names.template, 'TEMPLATE')
      return [reply.status, text.replaceAll(names.build, 'BUILD')]
    }
    const unknown = await ask({ template: 'x'.repeat(20), build: unknownBuild })
    expect(unknown[0]).toBe(404)
    for (const template of [theirs.template, theirs.snapshot, 'theirs'])
      for (const build of [unknownBuild, theirs.build])
        expect(await ask({ template, build })).toEqual(unknown)
  })
})

test('a name that is the id of another team’s template is free', async () => {
  const world = await startWorld()
  const theirs = await ofAnotherTeam(world)
  for (const name of [theirs.template, theirs.snapshot])
    expect((await world.call('POST', '/v3/templates', { body: { name } })).status).toBe(202)
  const own = await world.call('POST', '/v3/templates', { body: { name: 'own' } })
  const taken = await world.call('POST', '/v3/templates', { body: { name: field(own.body, 'templateID') } })
  expect(taken.status).toBe(409)
})

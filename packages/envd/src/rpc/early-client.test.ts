/** What clients get that refuse fields which they do not know. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../testing/own-daemon.ts'

const directory = mkdtempSync(join(tmpdir(), 'cay-early-'))
let daemon: OwnDaemon
beforeAll(async () => {
  daemon = await startOwnDaemon()
  writeFileSync(join(directory, 'file'), 'text')
})
afterAll(async () => {
  await daemon[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

/** The names of the fields of the first entry, asked for with these user agents, each in a header of its own. */
async function fieldsOf(agents: readonly string[], method: string, body: object): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const asked = request(`${daemon.url}/filesystem.Filesystem/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  asked.on('error', reject).on('response', (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => resolve(text))
  })
  if (agents.length > 0) asked.setHeader('user-agent', agents)
  asked.end(JSON.stringify(body))
  const { entry, entries = [] } = JSON.parse(await promise) as { entry?: object; entries?: object[] }
  return Object.keys(entry ?? entries[0] ?? {}).sort()
}

test('clients for Python before 1.5.3, which refuse a response with a field that they do not know, can list', async () => {
  const known = ['name', 'path', 'type']
  const agents = ['connect-python']
  expect(await fieldsOf(agents, 'ListDir', { path: directory, depth: 1 })).toEqual(known)
  expect(await fieldsOf(agents, 'Stat', { path: join(directory, 'file') })).toEqual(known)
  expect(await fieldsOf(agents, 'MakeDir', { path: join(directory, 'made') })).toEqual(known)
  const move = { source: join(directory, 'made'), destination: join(directory, 'moved') }
  expect(await fieldsOf(agents, 'Move', move)).toEqual(known)
})

test.each([[['connect-python', 'e2b-python-sdk/1.8.0']], [['e2b-js-sdk/2.51.0']], [[]]])(
  'clients that call themselves %j get all fields',
  async (agents) => {
    const request = { path: join(directory, 'file') }
    expect(await fieldsOf(agents, 'Stat', request)).toEqual(
      ['group', 'modifiedTime', 'mode', 'name', 'owner', 'path', 'permissions', 'size', 'type'].sort(),
    )
  },
)

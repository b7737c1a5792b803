/** What the README promises to somebody who just started the service. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { installPythonClient } from '../support/python-client.ts'

async function run(name: string, program = process.execPath): Promise<{ stdout: string; stderr: string }> {
  const { apiKey, apiUrl, proxyUrl } = inject('installation')
  const example = new URL(`../../examples/${name}`, import.meta.url).pathname
  return await promisify(execFile)(program, [example], {
    env: {
      PATH: process.env.PATH,
      E2B_API_KEY: apiKey,
      E2B_API_URL: apiUrl,
      E2B_SANDBOX_URL: proxyUrl,
      E2B_VOLUME_API_URL: apiUrl,
    },
  })
}

async function leftBehind(purpose: string) {
  pointClientHere()
  return await Sandbox.list({ query: { metadata: { purpose } } }).nextItems()
}

test('the example of the README prints a line from its sandbox and leaves none behind', async () => {
  expect(await run('first.mjs')).toEqual({
    stdout: expect.stringMatching(/^hello from i[a-z0-9]{20}\n$/),
    stderr: '',
  })
  expect(await leftBehind('first steps')).toEqual([])
})

test('the example in Python prints a line from its sandbox and leaves none behind', async (context) => {
  const client = await installPythonClient()
  if (!client.isThere) return context.skip(client.why)
  expect(await run('first.py', client.python)).toEqual({
    stdout: expect.stringMatching(/^hello from i[a-z0-9]{20}\n$/),
    stderr: '',
  })
  expect(await leftBehind('first steps')).toEqual([])
}, 300_000)

test('the example of copies finds its server in each of them', async () => {
  const { stdout, stderr } = await run('copies.mjs')
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^the server runs in the copy: [1-9]\d* i[a-z0-9]{20} $/),
    expect.stringMatching(/^the server runs in the copy: [1-9]\d* i[a-z0-9]{20} $/),
    'and went on after a pause: HTTP/1.0 200 OK',
    'a new sandbox began where the snapshot was taken',
    '',
  ])
  expect(await leftBehind('copies')).toEqual([])
})

test('the example of volumes shares files between two sandboxes', async () => {
  expect(await run('volume.mjs')).toEqual({
    stdout:
      'the second sandbox reads what the first one wrote: 1,2,3\nthe volume has numbers.txt and sorted.txt\n',
    stderr: '',
  })
  expect(await leftBehind('volume')).toEqual([])
})

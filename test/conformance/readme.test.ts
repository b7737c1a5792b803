/** What the README promises to somebody who just started the service. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { expect, inject, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

const example = new URL('../../examples/first.mjs', import.meta.url).pathname

test('the example of the README prints a line from its sandbox and leaves none behind', async () => {
  const { apiKey, apiUrl, proxyUrl } = inject('installation')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [example], {
    env: { PATH: process.env.PATH, E2B_API_KEY: apiKey, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: proxyUrl },
  })
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringMatching(/^hello from i[a-z0-9]{20}\n$/),
    stderr: '',
  })
  pointClientHere()
  expect(await Sandbox.list({ query: { metadata: { purpose: 'first steps' } } }).nextItems()).toEqual([])
})

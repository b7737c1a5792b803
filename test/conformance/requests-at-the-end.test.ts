/** Whoever sends requests to a sandbox at the moment of its end gets an answer to each, and is never cut off. */
import { request } from 'node:http'
import type { Sandbox } from 'e2b'
import { describe, expect, inject, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const { proxyUrl } = inject('installation')
const port = 8000

/** On a connection of its own; resolves with the status, or with the code of the break. */
function ask(sandbox: Sandbox, method: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': `${port}` }
    const asked = request(proxyUrl, { method, headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', (error) => resolve(`within the answer: ${error.message}`))
    })
    asked.once('error', (error) => resolve(error.message))
    asked.end(method === 'POST' ? 'body' : undefined)
  })
}

/** Answers a bit late, so that requests are under way whenever the sandbox ends. */
const server = `require('node:http')
  .createServer((request, response) => request.resume().on('end', () => setTimeout(() => response.end('ok'), 20)))
  .listen(${port}, '0.0.0.0', () => console.log('listening'))`

async function served(): Promise<Sandbox> {
  const sandbox = await create()
  const output = new Output()
  await sandbox.files.write('/tmp/server.js', server)
  const options = { background: true, timeoutMs: 0, onStdout: output.onText } as const
  const command = await sandbox.commands.run('node /tmp/server.js', options)
  await output.has('listening')
  await command.disconnect()
  return sandbox
}

describe.each(['GET', 'POST'])('a %s', (method) => {
  test.each<[string, (sandbox: Sandbox) => Promise<unknown>]>([
    ['is killed', (sandbox) => sandbox.kill()],
    ['has reached its timeout', (sandbox) => sandbox.setTimeout(500)],
    ['is paused', (sandbox) => sandbox.pause()],
  ])('to a sandbox that %s is answered: with 200 before, and with 502 from then on', async (_, end) => {
    const sandbox = await served()
    const outcomes = [await ask(sandbox, method)]
    const follow = async () => {
      for (let last = outcomes[0]; last === 200; ) {
        last = await ask(sandbox, method)
        outcomes.push(last)
      }
    }
    const followers = Array.from({ length: 8 }, follow)
    await end(sandbox)
    await Promise.all(followers)
    expect(new Set(outcomes)).toEqual(new Set([200, 502]))
    expect(await ask(sandbox, method)).toBe(502)
  })
})

/** A user who starts processes without end: more are refused, the sandbox lives, and is as before when they are gone. */
import { limits } from '@cay/contract/limits.ts'
import { userProcessesMax } from '@cay/core/process/process-bound.ts'
import { processClient } from '@cay/envd/testing/clients.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'

const patienceMs = 90_000
let guest: StandaloneSandbox

beforeAll(async () => {
  guest = await startStandaloneSandbox(inject('installation').dataDir, 'fork-bomb')
})
afterAll(async () => {
  await guest?.[Symbol.asyncDispose]()
})

/** What the command prints on both of its outputs. */
async function output(user: string, command: string, timeoutMs = patienceMs): Promise<string> {
  const client = processClient(`http://${guest.address}:${limits.daemonPort}`)
  const process = { cmd: '/bin/bash', args: ['-c', command] }
  const headers = { authorization: `Basic ${btoa(`${user}:`)}` }
  let text = ''
  for await (const { event } of client.start({ process, stdin: false }, { headers, timeoutMs })) {
    if (event?.event.case !== 'data') continue
    const { value } = event.event.value.output
    if (value !== undefined) text += Buffer.from(value).toString()
  }
  return text.trim()
}

const most = () => userProcessesMax(guest.resources)
const alive = async () => Number(await output('root', 'set -- /proc/[0-9]*; echo $#'))

test('a fork bomb is refused more processes, and ended by its own user', { timeout: 900_000 }, async () => {
  expect(await output('user', 'ulimit -u')).toBe(String(most()))
  let said: string | undefined
  const bomb = output('user', 'b() { b | b & }; b; sleep 1000', 0)
    .catch((error: unknown) => `the call ended with ${error}`)
    .then((text) => {
      said = text
    })
  await vi.waitFor(async () => expect(await alive()).toBeGreaterThan(most() * 0.9), {
    timeout: patienceMs,
    interval: 500,
  })
  expect(await alive()).toBeLessThan(most() + 20)
  expect(await output('root', 'echo root is served')).toBe('root is served')
  expect(await output('user', 'echo so is the user')).toBe('so is the user')
  // The runtime's kill(-1) misses what is forked meanwhile: one that is left holds the output open, or starts all again.
  await vi.waitFor(
    async () => {
      await output('user', 'kill -9 -1').catch(() => undefined)
      expect(await alive()).toBeLessThan(10)
      expect(said).toBeDefined()
    },
    { timeout: 3 * patienceMs, interval: 500 },
  )
  await bomb
  expect(said).toContain('Resource temporarily unavailable')
  expect(await output('user', 'ls / | grep -c usr; (echo a | cat)')).toBe('1\na')
})

import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type StandaloneSandbox, startStandaloneSandbox } from '../support/standalone-sandbox.ts'

/** Far below what the template has, so that filling it takes a second. */
const diskSizeMb = 256

let guest: StandaloneSandbox

beforeAll(async () => {
  guest = await startStandaloneSandbox(inject('installation').dataDir, 'full-disk', { diskSizeMb })
})
afterAll(async () => {
  await guest?.[Symbol.asyncDispose]()
})

test('a full disk is said to the process that fills it, and the sandbox goes on', async () => {
  const full = await guest.client.runCommand(
    'root',
    `head -c ${diskSizeMb * 2}M /dev/urandom > /root/big; echo "exit $?"; stat -c %s /root/big`,
  )
  expect(full.stderr).toMatch(/No space left on device/)
  const [exit, size] = full.stdout.split('\n')
  expect(exit).toBe('exit 1')
  expect(Number(size)).toBeGreaterThan(diskSizeMb * 0.8 * 2 ** 20)
  expect(Number(size)).toBeLessThan(diskSizeMb * 2 ** 20)
  const after = await guest.client.runCommand(
    'root',
    'rm /root/big && echo again > /root/small && cat /root/small',
  )
  expect(after.stdout).toBe('again\n')
})

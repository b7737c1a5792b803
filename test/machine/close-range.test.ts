/** What programs are told when they close all of their descriptors at once. */
import { Sandbox } from 'e2b'
import { expect, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

const closeUpTo = (last: string) =>
  `python3 -c 'import ctypes, os
c = ctypes.CDLL(None, use_errno=True)
print(c.close_range(1000, ${last}, 0), os.strerror(ctypes.get_errno()))'`

test('programs that start others through GLib failed, as gVisor refuses to close descriptors up to the highest', async () => {
  pointClientHere()
  const sandbox = await Sandbox.create('base')
  onTestFinished(async () => void (await sandbox.kill()))
  const run = async (last: string, user: string) =>
    (await sandbox.commands.run(closeUpTo(last), { user })).stdout.trim()
  for (const user of ['user', 'root']) {
    // GLib goes on when there is no such call, and gives up at any other error.
    expect(await run('0xffffffff', user)).toBe('-1 Function not implemented')
    expect(await run('0x7fffffff', user)).toBe('0 Success')
  }
})

/**
 * Users of a sandbox who fill its memory in ways in which it belongs to no process: the sandbox lives, whoever did it is
 * ended, and the log says so.
 */
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import {
  firstLogPage,
  type StandaloneSandbox,
  startStandaloneSandbox,
} from '../support/standalone-sandbox.ts'

let guest: StandaloneSandbox

beforeEach(async () => {
  guest = await startStandaloneSandbox(inject('installation').dataDir, 'memory-attack')
})
afterEach(() => guest[Symbol.asyncDispose]())

const megabyte = 'b"x" * (1 << 20)'

const attacks: Readonly<Record<string, string>> = {
  'a file without a name': `f = os.memfd_create("x")
while True: os.write(f, ${megabyte})`,
  'many files without a name, of many processes': `for i in range(40):
  if os.fork() == 0:
    f = os.memfd_create("x")
    while True: os.write(f, ${megabyte})
while True: os.wait()`,
  pipes: `held = []
while True:
  held.append(os.pipe())
  os.set_blocking(held[-1][1], False)
  os.write(held[-1][1], bytes(65536))`,
  'pairs of sockets': `held = []
while True:
  held.append(socket.socketpair())
  held[-1][0].setblocking(False)
  try:
    while True: held[-1][0].send(bytes(65536))
  except BlockingIOError: pass`,
  'a file system of its own': `os.execvp("unshare", ["unshare", "-Ur", "-m", "sh", "-c", "mount -t tmpfs x /mnt && cat /dev/zero > /mnt/x"])`,
}

async function run(command: string) {
  return await guest.client.runCommand('user', command)
}

async function memoryLines(): Promise<string[]> {
  const { entries } = await firstLogPage(guest.address)
  return entries.flatMap(({ fields }) => (fields.event === 'outOfMemory' ? [fields.command ?? ''] : []))
}

/** What the kernel has ended: its choice is blind, so nothing should be left to it. */
async function kernelKills(): Promise<number> {
  return await guest.parts.cgroups.memoryKills(guest.record.container.id)
}

describe.each(Object.entries(attacks))('whoever fills memory with %s', { timeout: 300_000 }, (_, program) => {
  test('is ended, and the sandbox goes on', async () => {
    await guest.client.writeFile('user', '/tmp/attack.py', `import os, socket\n${program}\n`)
    // Of many the first may outlive the others, and waits then.
    const attack = run('timeout -s KILL 40 python3 /tmp/attack.py; echo "exit $?"')
    expect((await attack).stdout).toMatch(/^exit [1-9]/)
    expect((await run('echo alive')).stdout).toBe('alive\n')
    expect(await memoryLines()).toContainEqual(expect.stringMatching(/^(python3|cat)$/))
    expect(await kernelKills()).toBe(0)
  })
})

test('whoever fills every file system in memory that a sandbox has is refused more, and it goes on', async () => {
  const fill = (path: string) => `head -c 3000m /dev/zero > ${path}`
  const user = await run(fill('/dev/shm/x'))
  expect(user.stderr).toContain('No space left on device')
  const root = await guest.client.runCommand('root', fill('/run/x'))
  expect(root.stderr).toContain('No space left on device')
  expect((await run('python3 -c "print(1)"')).stdout).toBe('1\n')
})

test('root who fills /dev is ended, and the sandbox goes on', async () => {
  // On a busy machine the file grows for longer than a command may run.
  await guest.client.launch('root', 'head -c 3000m /dev/zero > /dev/x')
  await vi.waitFor(async () => expect(await memoryLines()).toContain('head'), {
    timeout: 100_000,
    interval: 200,
  })
  expect((await run('echo alive')).stdout).toBe('alive\n')
  expect(await kernelKills()).toBe(0)
})

test('a sandbox goes on whose memory is full of what its processes have left behind', async () => {
  const program = `import ctypes, os
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for i in range(40):
  if os.fork() == 0:
    segment = libc.shmget(0, 64 << 20, 0o1600)
    ctypes.memset(libc.shmat(segment, None, 0), 1, 64 << 20)
    os._exit(0)
  os.wait()
print("made")`
  await guest.client.writeFile('user', '/tmp/attack.py', program)
  await run('python3 /tmp/attack.py')
  expect((await run('echo alive')).stdout).toBe('alive\n')
  expect(await memoryLines()).toContain('python3')
  expect(await kernelKills()).toBe(0)
})

/** What a user of a sandbox can do to the sandbox itself: its daemon lives on, and the next command works. */
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  sandbox = await Sandbox.create('base', { timeoutMs: 300_000 })
})

afterAll(async () => {
  await sandbox?.kill()
})

afterEach(async () => {
  expect(await output('echo alive')).toBe('alive')
  expect(Number(await output("awk '/VmRSS/ {print $2}' /proc/1/status", 'root'))).toBeLessThan(200 * 1024)
})

async function output(command: string, user = 'user'): Promise<string> {
  return (await sandbox.commands.run(command, { user, timeoutMs: 60_000 })).stdout.trim()
}

/** Runs what may kill its own shell, or never end. */
async function attempt(command: string): Promise<void> {
  const handle = await sandbox.commands.run(command, { background: true, timeoutMs: 0 })
  await handle.wait().catch(() => undefined)
}

test('a user who kills everything kills the own processes', async () => {
  await attempt('kill -9 -1')
  await attempt('kill -9 1; kill -TERM 1; kill -STOP 1')
})

test('a user cannot trace the daemon, look into its memory or change its program', async () => {
  const script = 'head -c 1 /proc/1/mem; cat /.cay/envd.mjs > /dev/null && echo x >> /.cay/envd.mjs'
  const result = await sandbox.commands.run(`${script}; true`)
  expect(result.stdout).toBe('')
})

test('a user reaches none of the descriptors, maps and programs of the daemon', async () => {
  const program = [
    'import ctypes, os',
    'def attempt(work):',
    '    try: return print("reached", work())',
    '    except OSError: pass',
    'attempt(lambda: os.listdir("/proc/1/fd"))',
    'for number in range(64):',
    '    attempt(lambda: os.readlink(f"/proc/1/fd/{number}"))',
    '    attempt(lambda: os.open(f"/proc/1/fd/{number}", os.O_RDONLY | os.O_NONBLOCK))',
    'for name in ("maps", "mem", "auxv", "cwd", "root"): attempt(lambda: os.open(f"/proc/1/{name}", os.O_RDONLY))',
    'libc = ctypes.CDLL(None, use_errno=True)',
    // PTRACE_ATTACH and PTRACE_SEIZE; pidfd_open, then pidfd_getfd of the first descriptors.
    'for way in (16, 0x4206): print("traced" if libc.ptrace(way, 1, 0, 0) == 0 else "refused")',
    'door = libc.syscall(434, 1, 0)',
    'if any(libc.syscall(438, door, number, 0) >= 0 for number in range(64)): print("fetched")',
  ].join('\n')
  await sandbox.files.write('reach.py', program)
  expect(await output('python3 reach.py')).toBe('refused\nrefused')
})

test('output that nobody reads leaves no trace, while it comes and afterwards', async () => {
  const script = 'yes 0123456789 | head -c 2000000000; echo over > /home/user/over'
  const handle = await sandbox.commands.run(script, { background: true, timeoutMs: 0 })
  await handle.disconnect()
  // While it comes others are served.
  expect(await output('echo alive')).toBe('alive')
  expect(await output('timeout 50 sh -c "until [ -e over ]; do sleep 0.5; done"; cat over')).toBe('over')
})

test('a process that opens all it can leaves the daemon its descriptors', async () => {
  const greedy = [
    'import os, time',
    'held = []',
    'try:',
    '    while True: held.append(os.open("/dev/null", os.O_RDONLY))',
    'except OSError as error: print(error.errno, flush=True)',
    'time.sleep(300)',
  ].join('\n')
  await sandbox.files.write('greedy.py', greedy)
  const handles = await Promise.all(
    [1, 2, 3].map(() => sandbox.commands.run('python3 greedy.py', { background: true, timeoutMs: 0 })),
  )
  expect(await output('cat /etc/hostname | wc -l')).toBe('1')
  await Promise.all(handles.map((handle) => handle.kill()))
})

test('a thousand terminals and callers of sudo that say nothing are survived', async () => {
  const silent = [
    'import socket, time',
    'held = []',
    'try:',
    '    for _ in range(1000):',
    '        door = socket.socket(socket.AF_UNIX); door.connect(b"\\0cay-sudo"); held.append(door)',
    'except OSError: pass',
    'print(len(held) > 0, flush=True)',
  ].join('\n')
  await sandbox.files.write('silent.py', silent)
  expect(await output('python3 silent.py')).toBe('True')
  expect(await output('sudo id -u')).toBe('0')
})

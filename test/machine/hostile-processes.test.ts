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

/** What a user of a sandbox can do to the sandbox itself: its daemon lives on, and the next command works. */
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pointClientHere } from '../support/client.ts'

let sandbox: Sandbox
/** Of the daemon, after each test. */
let memoryMibMax = 200

beforeAll(async () => {
  pointClientHere()
  sandbox = await Sandbox.create('base', { timeoutMs: 300_000 })
})

afterAll(async () => {
  await sandbox?.kill()
})

afterEach(async () => {
  expect(await output('echo alive')).toBe('alive')
  expect(Number(await output("awk '/VmRSS/ {print $2}' /proc/1/status", 'root'))).toBeLessThan(
    memoryMibMax * 1024,
  )
})

async function output(command: string, user = 'user'): Promise<string> {
  return (await sandbox.commands.run(command, { user, timeoutMs: 110_000 })).stdout.trim()
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

test('what every user may read of the daemon holds nothing that is secret', async () => {
  const names = "tr '\\0' '\\n' < /proc/1/environ | cut -d= -f1 | sort | xargs"
  expect(await output(names)).toBe('HOME LANG PATH')
  expect(await output('cat /proc/1/maps | cut -c 74- | sort -u | grep -v "^/.cay/\\|^\\[\\|^$"; true')).toBe(
    '',
  )
  const commandLine = await output("tr '\\0' ' ' < /proc/1/cmdline")
  expect(commandLine).toMatch(
    /^\/\.cay\/ld\.so --library-path \/\.cay\/lib \/\.cay\/node [-a-z0-9= ]*\/\.cay\/envd\.mjs$/,
  )
})

/**
 * Prints what it gets hold of. Directories, /dev/null and files that a user opens by their own name in the same way
 * (`/proc/meminfo`) are everybody's, also when they are reached through another; the daemon's own three descriptors are the
 * node's /dev/null.
 */
const reach = `
import ctypes, os, stat

def opens_by_name(name, flags, found):
    try: descriptor = os.open(name, flags | os.O_NONBLOCK)
    except OSError: return False
    try: return os.path.samestat(found, os.fstat(descriptor))
    finally: os.close(descriptor)

def is_everybodys(path, descriptor, flags):
    found = os.fstat(descriptor)
    if stat.S_ISDIR(found.st_mode): return True
    if stat.S_ISREG(found.st_mode): return opens_by_name(os.readlink(path), flags, found)
    is_nodes = path in ('/proc/1/fd/0', '/proc/1/fd/1', '/proc/1/fd/2')
    return stat.S_ISCHR(found.st_mode) and (is_nodes or os.path.samestat(found, os.stat('/dev/null')))

def attempt(path, flags):
    try: descriptor = os.open(path, flags | os.O_NONBLOCK)
    except OSError: return
    if not is_everybodys(path, descriptor, flags): print('opened', path, os.readlink(f'/proc/self/fd/{descriptor}'))
    os.close(descriptor)

def of_root(pid):
    try: return os.stat(f'/proc/{pid}').st_uid == 0
    except OSError: return False

others = [pid for pid in os.listdir('/proc') if pid.isdigit() and of_root(pid)]
print(len(others) > 1)
for pid in others:
    for number in range(256):
        for flags in (os.O_RDONLY, os.O_WRONLY): attempt(f'/proc/{pid}/fd/{number}', flags)
    for name in ('mem', 'cwd', 'root', 'exe'): attempt(f'/proc/{pid}/{name}', os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_SEIZE, PIDFD_OPEN, PIDFD_GETFD = 16, 0x4206, 434, 438
for way in (PTRACE_ATTACH, PTRACE_SEIZE):
    for pid in others:
        if libc.ptrace(way, int(pid), 0, 0) == 0: print('traced', pid)
door = libc.syscall(PIDFD_OPEN, 1, 0)
for number in range(256):
    if libc.syscall(PIDFD_GETFD, door, number, 0) >= 0: print('fetched', number)
`

test('a user gets hold of nothing that the daemon or a process of root has open', async () => {
  await sandbox.files.write('reach.py', reach)
  const secret = await sandbox.commands.run('cat; true', { user: 'root', background: true, stdin: true })
  expect(await output('python3 reach.py')).toBe('True')
  await secret.kill()
})

test('output that nobody reads leaves no trace, while it comes and afterwards', async () => {
  const script = 'yes 0123456789 | head -c 400000000; echo over > /home/user/over'
  const handle = await sandbox.commands.run(script, { background: true, timeoutMs: 0 })
  await handle.disconnect()
  // While it comes others are served.
  expect(await output('echo alive')).toBe('alive')
  expect(await output('timeout 100 sh -c "until [ -e over ]; do sleep 0.5; done"; cat over')).toBe('over')
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

test('a thousand callers of sudo that say nothing are survived', async () => {
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

test('a command of sudo in a terminal that nobody reads kept all of the daemon waiting', async () => {
  const unread = [
    'import os, pty, sys, time',
    'pid, terminal = pty.fork()',
    'if pid == 0: os.execvp("sudo", ["sudo", "yes"])',
    'os.read(terminal, 1)',
    'print("begun", flush=True)',
    'time.sleep(300)',
  ].join('\n')
  await sandbox.files.write('unread.py', unread)
  let said = ''
  const handle = await sandbox.commands.run('python3 unread.py', {
    background: true,
    timeoutMs: 0,
    onStdout: (text) => {
      said += text
    },
  })
  await vi.waitFor(() => expect(said).toBe('begun\n'), { timeout: 60_000 })
  // More than any terminal holds has been written by now, or will be before this has been done a few times.
  for (let time = 0; time < 5; time++) expect(await output('echo beside it')).toBe('beside it')
  await handle.kill()
  await output('pkill yes; true', 'root')
})

test('a program that opens all connections it can leaves the daemon reachable from outside', async () => {
  const greedy = [
    'import socket, time',
    'held = []',
    'for index in range(5000):',
    '    door = socket.socket(); door.settimeout(5)',
    '    try: door.connect(("127.0.0.1", 49983)); held.append(door)',
    '    except OSError: break',
    'print(len(held), flush=True)',
    'time.sleep(300)',
  ].join('\n')
  await sandbox.files.write('connections.py', greedy)
  let said = ''
  const handle = await sandbox.commands.run('python3 connections.py', {
    background: true,
    timeoutMs: 0,
    onStdout: (text) => {
      said += text
    },
  })
  await vi.waitFor(() => expect(Number(said)).toBeGreaterThan(2000), { timeout: 60_000 })
  expect(await output('echo beside it')).toBe('beside it')
  await handle.kill()
})

test('a message that becomes a gigabyte in the heap ends no sandbox', async () => {
  // It is in memory itself, in pieces and then whole.
  memoryMibMax = 320
  const headers = {
    'E2b-Sandbox-Id': sandbox.sandboxId,
    'E2b-Sandbox-Port': '49983',
    'X-Access-Token': String(Reflect.get(sandbox, 'envdAccessToken')),
    'content-type': 'application/json',
  }
  const body = `{"x":[${'{},'.repeat(12_000_000)}{}]}`
  const url = `${process.env.E2B_SANDBOX_URL}/process.Process/SendInput`
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toEqual([
    429,
    { code: 'resource_exhausted', message: 'a message of more than 250000 values' },
  ])
})

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from './run.ts'

const module = fileURLToPath(new URL('./refuse-system-calls.ts', import.meta.url))
const koffiModule = import.meta.resolve('koffi')

/** What a process says that has given the calls up, and then runs the lines. */
async function afterwards(lines: string): Promise<unknown> {
  const program = `
    import koffi from ${JSON.stringify(koffiModule)}
    import { spawnSync } from 'node:child_process'
    import { lookup } from 'node:dns/promises'
    import { once } from 'node:events'
    import { readdirSync, readFileSync } from 'node:fs'
    import { connect, createServer } from 'node:net'
    import { networkInterfaces } from 'node:os'
    import { refuseSystemCalls } from ${JSON.stringify(module)}
    const libc = koffi.load('libc.so.6')
    refuseSystemCalls()
    const said = await (async () => { ${lines} })()
    console.log(JSON.stringify(said))
    process.exit()`
  const { stdout } = await run([process.execPath, '--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

test('a process that has given them up starts no other program', async () => {
  expect(await afterwards(`return spawnSync('true').error?.code`)).toBe('EPERM')
})

test.each([
  ['a namespace of its own', 'int unshare(int)', [0x10000000]],
  ['another process to trace', 'long ptrace(int, int, void *, void *)', [16, 1, null, null]],
  ['a socket for raw frames', 'int socket(int, int, int)', [17, 3, 0]],
  ['a socket into the kernel’s ciphers', 'int socket(int, int, int)', [38, 5, 0]],
])('nor does it get %s', async (_, prototype, given) => {
  const call = `libc.func(${JSON.stringify(prototype)})(...${JSON.stringify(given)})`
  expect(await afterwards(`return [Number(${call}), koffi.errno()]`)).toEqual([-1, 1])
})

test('all its threads have given them up, those that were there before too, and none gains rights', async () => {
  const lines = `
    const threads = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/status', 'utf8'))
    const told = threads.map((text) => [...text.matchAll(/^(NoNewPrivs|Seccomp):\\s*(\\d)/gm)].map((m) => m[2]).join())
    return [threads.length > 1, [...new Set(told)]]`
  expect(await afterwards(lines)).toEqual([true, ['1,2']])
})

test('what a service does works as before: files, names, connections, addresses', async () => {
  const lines = `
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { address } = await lookup('localhost', { family: 4 })
    const socket = connect(server.address().port, address)
    const [bytes] = await once(socket, 'data')
    return [String(bytes), 'lo' in networkInterfaces(), readFileSync('/proc/self/comm', 'utf8') !== '']`
  expect(await afterwards(lines)).toEqual(['hello', true, true])
})

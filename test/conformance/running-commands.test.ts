import { type CommandStartOpts, type Sandbox, TimeoutError } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { failure } from './failure.ts'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

const run = (command: string, opts: CommandStartOpts = {}) =>
  sandbox.commands.run(command, { ...opts, background: false })

const start = (command: string, opts: CommandStartOpts = {}) =>
  sandbox.commands.run(command, { ...opts, background: true })

describe('output', () => {
  test('is handed over while the command runs', async () => {
    const out = new Output()
    const err = new Output()
    const handle = await start('echo first; echo oops >&2; read line; echo "then $line"', {
      stdin: true,
      onStdout: out.onText,
      onStderr: err.onText,
    })
    await Promise.all([out.has('first\n'), err.has('oops\n')])
    expect(handle.exitCode).toBeUndefined()
    await handle.sendStdin('second\n')
    expect(await handle.wait()).toMatchObject({
      exitCode: 0,
      stdout: 'first\nthen second\n',
      stderr: 'oops\n',
    })
    expect(out.text).toBe('first\nthen second\n')
  })

  test('of 20 MB arrives whole and in order', async () => {
    const numbers = Array.from({ length: 2_650_000 }, (_, n) => n + 1)
    const { stdout } = await run('seq 1 2650000')
    expect(stdout.length).toBeGreaterThan(20_000_000)
    expect(stdout === `${numbers.join('\n')}\n`).toBe(true)
  })

  test('keeps characters that are split across chunks', async () => {
    const out = new Output()
    const handle = await start(`printf 'a\\xe2'; read _; printf '\\x82\\xac'`, {
      stdin: true,
      onStdout: out.onText,
    })
    await out.has('a')
    await handle.sendStdin('\n')
    expect((await handle.wait()).stdout).toBe('a€')
  })

  test('keeps characters of every width over many chunks', async () => {
    const { stdout } = await run(`python3 -c 'print("aé€😀" * 50000, end="")'`)
    expect(stdout === 'aé€😀'.repeat(50_000)).toBe(true)
  })

  test('that is no text comes as replacement characters', async () => {
    expect((await run(`printf 'a\\xff\\xfeb\\xe2'`)).stdout).toBe('a��b�')
  })

  test('printed just before the exit is not lost', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => run(`head -c 100000 /dev/zero | tr '\\0' ${n}; exit 0`)),
    )
    expect(results.map(({ stdout }, n) => stdout === `${n}`.repeat(100_000))).toEqual(Array(10).fill(true))
  })
})

describe('stdin', () => {
  test('is empty unless it was asked for', async () => {
    expect(await run('cat')).toMatchObject({ exitCode: 0, stdout: '' })
  })

  test('takes texts and bytes in order until it is closed', async () => {
    const handle = await start('cat', { stdin: true })
    await handle.sendStdin('one ')
    await handle.sendStdin(new TextEncoder().encode('zwei €\n'))
    await handle.closeStdin()
    expect(await handle.wait()).toMatchObject({ exitCode: 0, stdout: 'one zwei €\n' })
  })

  test('takes more than a pipe holds', async () => {
    const handle = await start('wc -c', { stdin: true })
    await handle.sendStdin('x'.repeat(1_000_000))
    await handle.closeStdin()
    expect((await handle.wait()).stdout.trim()).toBe('1000000')
  })

  test('can be sent and closed by process id, from another handle', async () => {
    const handle = await start('cat', { stdin: true })
    await sandbox.commands.sendStdin(handle.pid, 'it\n')
    await sandbox.commands.closeStdin(handle.pid)
    expect((await handle.wait()).stdout).toBe('it\n')
  })

  test('of a command without one cannot be written to', async () => {
    const handle = await start('sleep 300')
    await expect(handle.sendStdin('x')).rejects.toThrow(/stdin/)
    await handle.kill()
  })

  test('of a process that does not exist is not found', async () => {
    await expect(sandbox.commands.sendStdin(999_999, 'x')).rejects.toThrow(
      'process with pid 999999 not found',
    )
  })
})

describe('running commands', () => {
  test('are listed with what they were started with, until they end', async () => {
    const handle = await start('sleep 300', { cwd: '/tmp', envs: { MARK: '1' } })
    expect(await sandbox.commands.list()).toContainEqual({
      pid: handle.pid,
      cmd: '/bin/bash',
      args: ['-l', '-c', 'sleep 300'],
      envs: { MARK: '1' },
      cwd: '/tmp',
    })
    await handle.kill()
    await handle.wait().catch(() => 'it was killed')
    expect((await sandbox.commands.list()).map(({ pid }) => pid)).not.toContain(handle.pid)
  })

  test('can be killed once', async () => {
    const handle = await start('sleep 300')
    expect(await handle.kill()).toBe(true)
    expect(await failure(handle.wait())).toMatchObject({ exitCode: -1, error: 'signal: killed' })
    expect(await sandbox.commands.kill(handle.pid)).toBe(false)
  })

  test('of another user can be killed too', async () => {
    const handle = await start('sleep 300', { user: 'root' })
    expect(await sandbox.commands.kill(handle.pid)).toBe(true)
    expect(await failure(handle.wait())).toMatchObject({ exitCode: -1 })
  })

  test('outlive a client that goes away, and can be connected to again', async () => {
    const handle = await start('read line; echo "then $line"', { stdin: true })
    await handle.disconnect()
    const again = await sandbox.commands.connect(handle.pid)
    expect(again.pid).toBe(handle.pid)
    await again.sendStdin('connected\n')
    expect(await again.wait()).toMatchObject({ exitCode: 0, stdout: 'then connected\n' })
  })

  test('give their output to everyone who is connected', async () => {
    const handle = await start('read line; echo "to all"', { stdin: true })
    const others = await Promise.all([1, 2].map(() => sandbox.commands.connect(handle.pid)))
    await handle.sendStdin('\n')
    const results = await Promise.all([handle, ...others].map((each) => each.wait()))
    expect(results.map(({ stdout }) => stdout)).toEqual(['to all\n', 'to all\n', 'to all\n'])
  })

  test('that have just ended can still be asked for their exit code', async () => {
    const handle = await start('exit 5')
    expect(await failure(handle.wait())).toMatchObject({ exitCode: 5 })
    const late = await sandbox.commands.connect(handle.pid)
    expect(await failure(late.wait())).toMatchObject({ exitCode: 5, stdout: '' })
  })

  test('go on when the client gives up its request', async () => {
    const out = new Output()
    const given = new AbortController()
    const handle = await start('echo running; read line; echo "then $line" > given-up; cat', {
      stdin: true,
      signal: given.signal,
      onStdout: out.onText,
    })
    await out.has('running')
    given.abort()
    await expect(handle.wait()).rejects.toThrow(TimeoutError)
    const again = await sandbox.commands.connect(handle.pid)
    await again.sendStdin('on\n')
    await again.closeStdin()
    expect(await again.wait()).toMatchObject({ exitCode: 0 })
    expect(await sandbox.files.read('given-up')).toBe('then on\n')
  })

  test('that do not exist cannot be connected to', async () => {
    await expect(sandbox.commands.connect(999_999)).rejects.toThrow('process with pid 999999 not found')
  })

  test('are killed when their timeout has passed', async () => {
    const started = run('echo $$ > /tmp/late; exec sleep 300', { timeoutMs: 5_000 })
    await expect(started).rejects.toThrow(TimeoutError)
    await expect(started).rejects.toThrow('deadline_exceeded')
    expect(await failure(run('pid=$(cat /tmp/late) && ! kill -0 $pid && exit 7'))).toMatchObject({
      exitCode: 7,
    })
  })

  test('have no timeout when it is 0', async () => {
    expect(await run('echo done', { timeoutMs: 0 })).toMatchObject({ stdout: 'done\n' })
  })

  test('may be twenty at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => run(`echo start ${n}; echo end ${n} >&2; exit 0`)),
    )
    expect(results.map(({ stdout, stderr }) => stdout + stderr)).toEqual(
      Array.from({ length: 20 }, (_, n) => `start ${n}\nend ${n}\n`),
    )
  })
})

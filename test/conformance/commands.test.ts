import {
  AuthenticationError,
  CommandExitError,
  type CommandStartOpts,
  InvalidArgumentError,
  type Sandbox,
  TimeoutError,
} from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create({ envs: { FROM_CREATE: 'sandbox', BOTH: 'sandbox' } })
})

const run = (command: string, opts: CommandStartOpts = {}) =>
  sandbox.commands.run(command, { ...opts, background: false })

const start = (command: string, opts: CommandStartOpts = {}) =>
  sandbox.commands.run(command, { ...opts, background: true })

/** What a failed command threw, as the plain record its user reads. */
async function failure(command: Promise<unknown>) {
  const error = await command.then(
    () => 'it did not fail',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CommandExitError)) throw error
  return { exitCode: error.exitCode, stdout: error.stdout, stderr: error.stderr, error: error.error }
}

describe('results', () => {
  test('stdout and stderr are told apart', async () => {
    expect(await run('echo out; echo err >&2')).toEqual({
      exitCode: 0,
      stdout: 'out\n',
      stderr: 'err\n',
      error: undefined,
    })
  })

  test('a command without output has empty texts', async () => {
    expect(await run('true')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  })

  test('an exit code that is not zero is thrown, with what was printed', async () => {
    expect(await failure(run('echo out; echo err >&2; exit 7'))).toEqual({
      exitCode: 7,
      stdout: 'out\n',
      stderr: 'err\n',
      error: 'exit status 7',
    })
  })

  test('a command that ends by a signal says which', async () => {
    expect(await failure(run('kill -9 $$'))).toMatchObject({ exitCode: -1, error: 'signal: killed' })
    expect(await failure(run('kill -15 $$'))).toMatchObject({ exitCode: -1, error: 'signal: terminated' })
  })

  test('a command that does not exist ends with 127', async () => {
    const { exitCode, stderr } = await failure(run('no-such-command'))
    expect(exitCode).toBe(127)
    expect(stderr).toContain('no-such-command: command not found')
  })

  test('quotes, dollars and line ends reach the shell as they were written', async () => {
    const { stdout } = await run(`printf '%s\\n' "a  b" 'c$d' \\\n'"e"'`)
    expect(stdout).toBe('a  b\nc$d\n"e"\n')
  })

  test('what a command leaves in the background does not hold it up, and goes on', async () => {
    const { stdout } = await run('sleep 300 >/dev/null 2>&1 & echo $!')
    expect(await run(`kill -0 ${stdout.trim()} && kill ${stdout.trim()}`)).toMatchObject({ exitCode: 0 })
  })
})

describe('where and as whom', () => {
  test('a command starts in the home of the user', async () => {
    expect((await run('pwd')).stdout).toBe('/home/user\n')
    expect((await run('pwd', { user: 'root' })).stdout).toBe('/root\n')
  })

  test('cwd is absolute, under the home, or starts with a tilde', async () => {
    await sandbox.files.makeDir('/home/user/deep/er')
    expect((await run('pwd', { cwd: '/usr/bin' })).stdout).toBe('/usr/bin\n')
    expect((await run('pwd', { cwd: 'deep/er' })).stdout).toBe('/home/user/deep/er\n')
    expect((await run('pwd', { cwd: '~/deep' })).stdout).toBe('/home/user/deep\n')
  })

  test('a cwd that is not there is an invalid argument', async () => {
    const started = run('pwd', { cwd: '/nowhere' })
    await expect(started).rejects.toThrow(InvalidArgumentError)
    await expect(started).rejects.toThrow("cwd '/nowhere' does not exist")
  })

  test('the user is `user` unless another one is named', async () => {
    expect((await run('id -un; id -u; echo $HOME $USER $LOGNAME')).stdout).toBe(
      'user\n1000\n/home/user user user\n',
    )
    expect((await run('id -un; id -u; echo $HOME $USER $LOGNAME', { user: 'root' })).stdout).toBe(
      'root\n0\n/root root root\n',
    )
  })

  test('a user that the sandbox does not know is refused', async () => {
    const started = run('true', { user: 'stranger' })
    await expect(started).rejects.toThrow(AuthenticationError)
    await expect(started).rejects.toThrow("invalid username: 'stranger'")
  })

  test('the user cannot read what belongs to root', async () => {
    expect((await failure(run('cat /etc/shadow'))).stderr).toContain('Permission denied')
    expect((await run('cat /etc/shadow', { user: 'root' })).stdout).toContain('root:')
  })
})

describe('variables', () => {
  test("a command's variables win over the sandbox's, which stay for the others", async () => {
    const print = 'echo $FROM_CREATE $BOTH $MINE'
    expect((await run(print, { envs: { BOTH: 'command', MINE: 'command' } })).stdout).toBe(
      'sandbox command command\n',
    )
    expect((await run(print)).stdout).toBe('sandbox sandbox\n')
  })

  test('a command may set even the base variables', async () => {
    expect((await run('echo $HOME', { envs: { HOME: '/tmp' } })).stdout).toBe('/tmp\n')
  })

  test('nothing of the service leaks into the variables', async () => {
    const { stdout } = await run("env | cut -d= -f1 | grep -v '^_$' | sort")
    expect(stdout.trim().split('\n')).toEqual([
      'BOTH',
      'E2B_EVENTS_ADDRESS',
      'E2B_SANDBOX',
      'E2B_SANDBOX_ID',
      'E2B_TEMPLATE_ID',
      'FROM_CREATE',
      'HOME',
      'LANG',
      'LOGNAME',
      'PATH',
      'PWD',
      'SHLVL',
      'USER',
    ])
  })
})

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

  test('can be sent by process id, from another handle', async () => {
    const handle = await start('read line; echo "got $line"', { stdin: true })
    await sandbox.commands.sendStdin(handle.pid, 'it\n')
    expect((await handle.wait()).stdout).toBe('got it\n')
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
    const started = run('echo $$ > /tmp/late; exec sleep 300', { timeoutMs: 500 })
    await expect(started).rejects.toThrow(TimeoutError)
    await expect(started).rejects.toThrow('deadline_exceeded')
    expect(await failure(run('kill -0 $(cat /tmp/late)'))).toMatchObject({ exitCode: 1 })
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

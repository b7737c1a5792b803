import { AuthenticationError, type CommandStartOpts, InvalidArgumentError, type Sandbox } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { failure } from './failure.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create({ envs: { FROM_CREATE: 'sandbox', BOTH: 'sandbox' } })
})

const run = (command: string, opts: CommandStartOpts = {}) =>
  sandbox.commands.run(command, { ...opts, background: false })

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
    const started = run('true', { user: 'unknown' })
    await expect(started).rejects.toThrow(AuthenticationError)
    await expect(started).rejects.toThrow("invalid username: 'unknown'")
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
      'CURL_CA_BUNDLE',
      'E2B_EVENTS_ADDRESS',
      'E2B_SANDBOX',
      'E2B_SANDBOX_ID',
      'E2B_TEMPLATE_ID',
      'FROM_CREATE',
      'GIT_SSL_CAINFO',
      'HOME',
      'LANG',
      'LOGNAME',
      'NODE_EXTRA_CA_CERTS',
      // Reseeds the random generators of Node after a restore: docs/decisions/0016.
      'NODE_OPTIONS',
      'PATH',
      'PWD',
      'REQUESTS_CA_BUNDLE',
      'SHLVL',
      'SSL_CERT_FILE',
      'USER',
    ])
  })
})

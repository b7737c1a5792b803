/** Debian's ssh, scp and sftp by the configuration that `cay ssh-config` prints, against a real daemon. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCayWorld } from '../support/cay-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { sshProgramsOfThisFile } from '../support/ssh-programs.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Several times what may be on its way at once. */
const largeBytes = 12_000_000

const ssh = sshProgramsOfThisFile()

async function startSshWorld({ skip }: { readonly skip: () => void }) {
  if (ssh.tree() === undefined) skip()
  const world = await startCayWorld()
  const config = join(world.env.HOME ?? '', 'ssh_config')
  const printed = await world.cay(['ssh-config'])
  expect(printed).toMatchObject({ stderr: '', exitCode: 0 })
  await writeFile(config, printed.stdout)
  const id = await world.world.create()
  const run = (program: 'ssh' | 'scp' | 'sftp', args: readonly string[], input = '') =>
    ssh.run(program, ['-F', config, ...args], { env: world.env, input })
  return { ...world, id, host: `${id.slice(0, 12)}.cay`, config, run }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a command has its input, output, errors and exit code, and the sandbox may be named by the beginning of its id', async (context) => {
  const { run, host } = await startSshWorld(context)
  const words = 'cat; echo bad >&2; exit 7'
  expect(await run('ssh', [host, words], 'hello\n')).toEqual({
    stdout: 'hello\n',
    stderr: 'bad\n',
    exitCode: 7,
  })
  const shell = await run('ssh', [host], 'echo $((6 * 7)); exit 3\n')
  expect(shell).toMatchObject({ stdout: '42\n', exitCode: 3 })
})

test('a terminal has the size of the client’s, and what runs in it is hung up when the client goes', async (context) => {
  const { id, home, env, config, host } = await startSshWorld(context)
  expect(id).not.toBe('')
  // Not the shell of the session, which is killed: what that one runs.
  const program = `bash -c 'trap "echo hup >${home}/gone; exit" HUP; stty size; while :; do sleep 0.1; done'`
  const child = ssh.start('ssh', ['-tt', '-F', config, host, `tty >${home}/tty; ${program}; true`], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout?.on('data', (bytes) => {
    shown += String(bytes)
  })
  await expect.poll(() => shown, { timeout: 200_000 }).toMatch(/^\d+ \d+\r\n/)
  expect(await readFile(join(home, 'tty'), 'utf8')).toMatch(/^\/dev\/pts\//)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const told = () => readFile(join(home, 'gone'), 'utf8').catch(() => '')
  await expect.poll(told, { timeout: 60_000 }).toBe('hup\n')
})

test('what ran in a terminal went on when the client was killed while it printed', async (context) => {
  const { home, env, config, host } = await startSshWorld(context)
  const program = `bash -c 'trap "echo hup >${home}/gone; exit" HUP; while :; do echo y; done'`
  const child = ssh.start('ssh', ['-tt', '-F', config, host, `${program}; true`], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout !== null) await once(child.stdout, 'data')
  child.stdout?.resume()
  child.kill('SIGKILL')
  const told = () => readFile(join(home, 'gone'), 'utf8').catch(() => '')
  await expect.poll(told, { timeout: 200_000 }).toBe('hup\n')
})

test('scp copies a large file both ways with its mode', async (context) => {
  const { run, host, home, env } = await startSshWorld(context)
  const own = env.HOME ?? ''
  const bytes = randomBytes(largeBytes)
  await writeFile(join(own, 'large'), bytes)
  await chmod(join(own, 'large'), 0o700)
  expect(await run('scp', [join(own, 'large'), `${host}:copy`])).toMatchObject({ stderr: '', exitCode: 0 })
  expect((await stat(join(home, 'copy'))).mode & 0o777).toBe(0o700)
  expect(await run('scp', [`${host}:copy`, join(own, 'back')])).toMatchObject({ stderr: '', exitCode: 0 })
  expect(digestOf(await readFile(join(own, 'back')))).toBe(digestOf(bytes))
})

test('sftp lists, makes, renames, links, changes and removes', async (context) => {
  const { run, host, env } = await startSshWorld(context)
  const own = env.HOME ?? ''
  await writeFile(join(own, 'note'), 'text')
  const batch = [
    'mkdir docs',
    `put ${own}/note docs/note`,
    'chmod 600 docs/note',
    'rename docs/note docs/kept',
    'symlink kept docs/link',
    'ls -l docs',
    'ls docs',
    `get docs/link ${own}/again`,
    'rm docs/link',
    '-rmdir docs',
    'rm docs/kept',
    'rmdir docs',
    '-ls docs',
    `-get none ${own}/none`,
  ]
  const { stdout, stderr, exitCode } = await run('sftp', ['-b', '-', host], `${batch.join('\n')}\n`)
  expect(stdout).toMatch(/^-rw-------.* 4 .*kept$/m)
  expect(stdout).toMatch(/^lrwxrwxrwx.*link$/m)
  expect(await readFile(join(own, 'again'), 'utf8')).toBe('text')
  expect(stderr).toMatch(/rmdir .*: (?:Failure|the directory is not empty)/i)
  expect(stderr).toMatch(/"\/.*docs" not found|Can't ls/)
  expect(exitCode).toBe(0)
})

test('a port of this machine leads to a port of the sandbox, beside other sessions of one connection', async (context) => {
  const { id, home, env, config, host, run } = await startSshWorld(context)
  expect(id).not.toBe('')
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [local = 0] = await freePorts(1)
  const control = join(home, 'control')
  const master = ssh.start(
    'ssh',
    ['-F', config, '-M', '-S', control, '-N', '-L', `127.0.0.1:${local}:127.0.0.1:${port}`, host],
    env,
  )
  onTestFinished(() => void master.kill('SIGKILL'))
  const check = () => run('ssh', ['-S', control, '-O', 'check', host])
  await expect.poll(async () => (await check()).exitCode, { timeout: 200_000, interval: 500 }).toBe(0)
  const socket = connect(local, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('through the tunnel')
  const sessions = ['one', 'two', 'three'].map((word) => run('ssh', ['-S', control, host, `echo ${word}`]))
  expect(String((await once(socket, 'data'))[0])).toBe('through the tunnel')
  expect((await Promise.all(sessions)).map(({ stdout }) => stdout)).toEqual(['one\n', 'two\n', 'three\n'])
  master.kill('SIGTERM')
  await once(master, 'exit')
})

/** Answers when the client has ended its direction, and ends only then. */
async function startAnsweringServer(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void text(socket).then((question) => socket.end(`answer to ${question}`))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('a forwarded connection ends when the client of it ends, and not before the server has answered', async (context) => {
  const { run, host } = await startSshWorld(context)
  const port = await startAnsweringServer()
  expect(await run('ssh', ['-W', `127.0.0.1:${port}`, host], 'the question')).toMatchObject({
    stdout: 'answer to the question',
    exitCode: 0,
  })
})

test('connections through a SOCKS port end by themselves, and ssh ends with its session', async (context) => {
  const { env, config, host } = await startSshWorld(context)
  const port = await startAnsweringServer()
  const [socks = 0] = await freePorts(1)
  const session = ssh.start(
    'ssh',
    ['-F', config, '-T', '-D', `127.0.0.1:${socks}`, host, 'echo ready; cat'],
    env,
  )
  onTestFinished(() => void session.kill('SIGKILL'))
  expect(String((await once(session.stdout ?? fail(), 'data'))[0])).toBe('ready\n')
  const answers = await Promise.all(['one', 'two', 'three'].map((word) => askThroughSocks(socks, port, word)))
  expect(answers).toEqual(['answer to one', 'answer to two', 'answer to three'])
  await expect(askThroughSocks(socks, 1, 'nobody')).rejects.toThrow('refused')
  session.stdin?.end()
  await once(session, 'exit')
  expect(session.exitCode).toBe(0)
})

function fail(): never {
  throw new Error('the program has no such stream')
}

/** RFC 1928, without authentication. */
async function askThroughSocks(socks: number, port: number, question: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: socks, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write(Uint8Array.of(5, 1, 0))
  await once(socket, 'data')
  socket.write(Uint8Array.of(5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff))
  // Without an answer the connection ends.
  const [reply] = (await Promise.race([once(socket, 'data'), once(socket, 'end')])) as Buffer[]
  if (reply?.[1] !== 0) throw new Error('the connection was refused')
  socket.end(question)
  return await text(socket)
}

test('a sandbox that is none, and a user that is none, are told', async (context) => {
  const { run, host } = await startSshWorld(context)
  const nobody = await run('ssh', ['nope.cay', 'true'])
  expect(nobody.stderr).toMatch(/^Error: sandbox "nope" not found\nHint: /)
  expect(nobody.exitCode).toBe(255)
  const unknown = await run('ssh', [`no-such-user@${host}`, 'true'])
  expect(unknown.stderr).toMatch(/^Error: .*no-such-user[\s\S]*Permission denied/)
  expect(unknown.exitCode).toBe(255)
})

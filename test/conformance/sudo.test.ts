/** `sudo` of the base template, where programs cannot change their user by themselves. */
import type { Sandbox } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create()
})

/** Fails for no exit code: it is part of what is looked at. */
async function run(script: string, user = 'user') {
  const { stdout, stderr } = await sandbox.commands.run(`${script}\necho "exit $?"`, { user })
  return { stdout, stderr }
}

describe('commands', () => {
  test('user becomes root without a password, by name and by path', async () => {
    expect((await run('sudo id -un')).stdout).toBe('root\nexit 0\n')
    expect((await run('/usr/bin/sudo -n whoami')).stdout).toBe('root\nexit 0\n')
  })

  test('root and others can be chosen', async () => {
    expect((await run('sudo -u nobody id -un')).stdout).toBe('nobody\nexit 0\n')
    expect((await run('sudo -u user id', 'root')).stdout).toContain('groups=1000(user),27(sudo)')
    expect((await run('sudo sudo -u user sudo id -u')).stdout).toBe('0\nexit 0\n')
  })

  test('input and both outputs are the caller’s own', async () => {
    expect((await run('echo in | sudo cat | tr a-z A-Z')).stdout).toBe('IN\nexit 0\n')
    expect(await run('sudo sh -c "echo out; echo err >&2"')).toEqual({
      stdout: 'out\nexit 0\n',
      stderr: 'err\n',
    })
    expect((await run('sudo echo one > f; sudo echo two >> f; cat f')).stdout).toBe('one\ntwo\nexit 0\n')
    expect((await run('sudo cat < /etc/shadow | grep -c root')).stderr).toContain('Permission denied')
  })

  test('a great deal of output arrives whole', async () => {
    expect((await run('sudo head -c 20000000 /dev/zero | wc -c')).stdout).toBe('20000000\nexit 0\n')
  })

  test('exit codes and signals are the command’s', async () => {
    expect((await run('sudo sh -c "exit 7"')).stdout).toBe('exit 7\n')
    expect((await run('sudo sh -c "kill -9 \\$\\$"')).stdout).toBe('exit 137\n')
    expect((await run('sudo sh -c "kill -TERM \\$\\$"')).stdout).toBe('exit 143\n')
    expect((await run('sudo nothing-of-that-name')).stdout).toBe('exit 1\n')
  })

  test('the environment is reset, given variables are set, and -E keeps the rest', async () => {
    const { stdout } = await run('export X=kept; sudo env')
    expect(stdout).toContain('SUDO_USER=user\nSUDO_UID=1000\nSUDO_GID=1000\n')
    expect(stdout).toContain('HOME=/root\n')
    expect(stdout).not.toContain('X=kept')
    expect((await run('sudo X=given printenv X')).stdout).toBe('given\nexit 0\n')
    expect((await run('X=kept sudo -E printenv X')).stdout).toBe('kept\nexit 0\n')
  })

  test('the working directory is kept, a login has its own', async () => {
    expect((await run('cd /var/tmp; sudo pwd')).stdout).toBe('/var/tmp\nexit 0\n')
    expect((await run('cd /var/tmp; sudo -i pwd')).stdout).toBe('/root\nexit 0\n')
    expect((await run('sudo -iu nobody pwd')).stderr).toContain('sudo: ')
    // Where the other may not be, it begins at the top.
    expect((await run('cd /root; sudo -u user pwd', 'root')).stdout).toBe('/\nexit 0\n')
  })

  test('a signal for the caller is one for the command', async () => {
    const trap = 'sudo sh -c "trap \'echo caught; exit 3\' TERM; echo up; sleep 30 & wait"'
    expect(
      (await run(`${trap} > log & until grep -q up log; do sleep 0.1; done; kill -TERM $!; wait $!`)).stdout,
    ).toBe('exit 3\n')
    expect((await run('cat log')).stdout).toContain('caught')
  })

  test('a caller that is killed takes its command with it', async () => {
    const handle = await sandbox.commands.run('exec sudo sleep 4321', { background: true })
    await run('until pgrep -f "^sleep 4321"; do sleep 0.1; done')
    await handle.kill()
    expect((await run('timeout 20 sh -c "while pgrep -f ^sleep.4321; do sleep 0.1; done" >&2')).stdout).toBe(
      'exit 0\n',
    )
  })

  test('packages can be made known to dpkg, files of root changed', async () => {
    expect(
      (await run('sudo dpkg --configure -a && echo 1 | sudo tee /root/f && sudo cat /root/f')).stdout,
    ).toBe('1\n1\nexit 0\n')
  })
})

describe('rights', () => {
  test('they can be listed and validated', async () => {
    expect((await run('sudo -v && sudo -l')).stdout).toContain('NOPASSWD: ALL')
  })

  test('an account without a rule is refused in words', async () => {
    const { stdout, stderr } = await run('sudo -u nobody sudo id')
    expect(stdout).toBe('exit 1\n')
    expect(stderr).toBe(
      'sudo: nobody may not run commands as somebody else: no rule in /etc/sudoers allows it without a password\n',
    )
  })

  test('nobody can claim to be somebody else', async () => {
    await sandbox.files.write('/tmp/claim.py', claim)
    const { stdout } = await run('sudo -u nobody python3 /tmp/claim.py')
    expect(stdout).toContain('0 refused: PermissionError\n')
    expect(stdout).toContain('1 refused: PermissionError\n')
    expect(stdout).toContain("own id: b'")
    // Who says nothing is hung up on, or refused by the name that the kernel gives when it was asked in time.
    expect(stdout).toMatch(/^none: b'(\\x00\\x00\\x01)?'$/m)
    expect(stdout).not.toContain('uid=0')
  })

  test('su of root becomes user, su of user is refused', async () => {
    expect((await run('su - user -c "id -un; pwd"', 'root')).stdout).toBe('user\n/home/user\nexit 0\n')
    expect((await run('sudo su - user -c whoami')).stdout).toBe('user\nexit 0\n')
    expect(await run('su - root -c whoami < /dev/null')).toMatchObject({
      stdout: 'exit 1\n',
      stderr: expect.stringContaining('su: Authentication failure'),
    })
  })
})

describe('in a terminal', () => {
  async function terminal() {
    const output = new Output()
    const handle = await sandbox.pty.create({ cols: 90, rows: 25, onData: output.onBytes })
    const type = (text: string) => sandbox.pty.sendInput(handle.pid, new TextEncoder().encode(text))
    // What is typed before the first prompt may be lost.
    await output.has('$ ')
    return { handle, output, type }
  }

  /** So that each prompt can be waited for: what is typed before one may be lost. The next one is the second. */
  async function numberPrompts(name: string, { type, output }: Awaited<ReturnType<typeof terminal>>) {
    await type(`PS1='${name}<\\#> '\r`)
    await output.has(`${name}<2> `)
  }

  test('a command has a terminal of the caller’s size, and its end leaves the caller’s as it was', async () => {
    const { handle, output, type } = await terminal()
    await type(
      'sudo stty size; sudo sh -c "test -t 0 && test -t 2 && echo a-terminal"; stty -a | grep -c ^isig\r',
    )
    await output.has('25 90\r\n')
    await output.has('a-terminal\r\n')
    await output.has('\r\n1\r\n')
    await handle.kill()
  })

  test('Ctrl-C interrupts the command', async () => {
    const shell = await terminal()
    const { handle, output, type } = shell
    await numberPrompts('user', shell)
    await type('sudo sh -c "echo up; sleep 1234"\r')
    await output.has('up\r\n')
    await type('\x03')
    await output.has('user<3> ')
    await type('echo "ended $?"\r')
    await output.has('ended 130')
    await handle.kill()
  })

  test('a shell of root has jobs, is told of a new size, and ends with Ctrl-D', async () => {
    const shell = await terminal()
    const { handle, output, type } = shell
    await numberPrompts('user', shell)
    await type('sudo -i\r')
    await output.has('# ')
    await numberPrompts('root', shell)
    // Said by the job itself: before it is in the foreground, a key reaches the shell instead.
    await type('sh -c "echo begun; exec sleep 1235"\r')
    await output.has('begun\r\n')
    await type('\x1a')
    await output.has('Stopped')
    await output.has('root<3> ')
    await type('kill %1\r')
    await output.has('root<4> ')
    await sandbox.pty.resize(handle.pid, { cols: 70, rows: 20 })
    await type('stty size; echo "uid $(id -u)"\r')
    await output.has('20 70\r\n')
    await output.has('uid 0\r\n')
    await output.has('root<5> ')
    await type('\x04')
    await output.has('user<3> ')
    await type('echo "again $(id -un)"\r')
    await output.has('again user')
    await handle.kill()
  })

  test('a command can be stopped, the shell gets what is typed meanwhile, and the command goes on', async () => {
    const shell = await terminal()
    const { handle, output, type } = shell
    await numberPrompts('user', shell)
    await type(`sudo sh -c 'echo up; read line; echo "got <$line>" | tr -d "\\032"'\r`)
    await output.has('up\r\n')
    await type('\x1a')
    await output.has('Stopped')
    await type('echo "in be"tween\r')
    await output.has('\rin between\r\n')
    await output.has('user<4> ')
    await type('fg\r')
    // As typed, as stopped, and now as what goes on.
    await expect.poll(() => output.text.split('sudo sh -c').length - 1, { timeout: 30_000 }).toBe(3)
    await type('a line\r')
    await output.has('got <a line>')
    await handle.kill()
  })

  test('programs of the whole screen can be used', async () => {
    const shell = await terminal()
    await numberPrompts('whole', shell)
    const { handle, output, type } = shell
    await type('sudo less /etc/profile\r')
    await output.has('Read by every login shell')
    await type('q')
    await output.has('whole<3> ')
    await type('top -b -n 1 | grep -c envd; sudo top\r')
    await output.has('load average')
    await type('q')
    await output.has('whole<4> ')
    await type('echo left-$((1 + 1))\r')
    await output.has('left-2')
    await handle.kill()
  })
})

/** Asks the daemon as the sudo program does, with credentials that are not the caller's, its own, and none. */
const claim = `
import array, os, socket, struct

def ask(name, credentials):
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.connect(b'\\0cay-sudo')
    control = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [0, 1, 2]))]
    if credentials is not None:
        control.append((socket.SOL_SOCKET, 2, struct.pack('iII', *credentials)))
    try:
        door.sendmsg([struct.pack('ii', 0, 0)], control)
    except OSError as error:
        return print(name, 'refused:', type(error).__name__, flush=True)
    print(name + ':', door.recv(3), flush=True)

own = (os.getpid(), os.getuid(), os.getgid())
ask('0', (own[0], 0, 0))
ask('1', (1, own[1], own[2]))
ask('own id', own)
ask('none', None)
`

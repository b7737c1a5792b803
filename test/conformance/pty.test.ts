import { CommandExitError, type Sandbox } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { Output } from './output.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await create({ envs: { FROM_CREATE: 'sandbox' } })
})

/** Prints the size of its terminal when it is told of a new one. */
const watchSize = `
import os, signal
# The signal is waited for, not handled: a handler may run amid a print, and print refuses to be entered twice.
signal.signal(signal.SIGWINCH, lambda *_: None)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
print('watching', flush=True)
while True:
    signal.sigwait([signal.SIGWINCH])
    size = os.get_terminal_size()
    print(f'told of {size.columns}x{size.lines}', flush=True)
`

async function terminal(opts: Partial<Parameters<Sandbox['pty']['create']>[0]> = {}) {
  const output = new Output()
  const handle = await sandbox.pty.create({ cols: 80, rows: 24, onData: output.onBytes, ...opts })
  const type = (text: string) => sandbox.pty.sendInput(handle.pid, new TextEncoder().encode(text))
  // What is typed before the first prompt may be lost.
  await output.has(opts.user === 'root' ? '# ' : '$ ')
  return { handle, output, type }
}

test('a terminal runs what is typed and shows it', async () => {
  const { handle, output, type } = await terminal()
  await type('echo answer=$((40 + 2))\n')
  await output.has('answer=42')
  expect(output.text).toContain('echo answer=$((40 + 2))')
  await type('exit\n')
  expect(await handle.wait()).toMatchObject({ exitCode: 0 })
})

test('a terminal has the size it was asked for, and the size it is given later', async () => {
  const { handle, output, type } = await terminal({ cols: 123, rows: 45 })
  await type('echo "<$(stty size)>"\n')
  await output.has('<45 123>')
  await sandbox.pty.resize(handle.pid, { cols: 77, rows: 11 })
  await type('echo "<$(stty size)>"; tput cols\n')
  await output.has('<11 77>')
  await handle.kill()
})

test('a program in the terminal is told about a new size', async () => {
  const { handle, output, type } = await terminal()
  await sandbox.files.write('watch-size.py', watchSize)
  await type('python3 watch-size.py\n')
  await output.has('watching')
  await sandbox.pty.resize(handle.pid, { cols: 100, rows: 50 })
  await output.has('told of 100x50')
  await handle.kill()
})

test('a terminal takes envs, cwd and user, and has a type and a locale', async () => {
  const { handle, output, type } = await terminal({ envs: { MINE: 'pty' }, cwd: '/usr', user: 'root' })
  await type('echo "<$MINE $FROM_CREATE $PWD $(id -un) $TERM $LANG>"\n')
  await output.has('<pty sandbox /usr root xterm-256color C.UTF-8>')
  await handle.kill()
})

test('control-C interrupts what runs and leaves the shell', async () => {
  const { handle, output, type } = await terminal()
  // What is typed before a prompt may be lost, so the prompts are numbered and waited for.
  await type("PS1='<\\#> '\n")
  await output.has('<2> ')
  // One program that speaks and sleeps: the shell alone would be interrupted before it starts the second.
  await type(`sh -c 'echo "rea"dy; exec sleep 300'\n`)
  await output.has('ready')
  await type('\u0003')
  await output.has('<3> ')
  await type('echo "code=$?"\n')
  await output.has('code=130')
  await handle.kill()
})

test('the exit code of the shell is that of the terminal', async () => {
  const { handle, type } = await terminal()
  await type('exit 3\n')
  await expect(handle.wait()).rejects.toMatchObject({ name: 'CommandExitError', exitCode: 3 })
})

test('a terminal can be killed once', async () => {
  const { handle } = await terminal()
  expect(await sandbox.pty.kill(handle.pid)).toBe(true)
  const error: unknown = await handle.wait().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CommandExitError)
  expect(error).toMatchObject({ exitCode: -1, error: 'signal: killed' })
  expect(await sandbox.pty.kill(handle.pid)).toBe(false)
})

test('what runs in a terminal ends with its shell when that is killed', async () => {
  const { handle, output, type } = await terminal()
  await type('sh -c \'echo "be"gun; exec sleep 4567\'\n')
  await output.has('begun')
  await handle.kill()
  const { stdout } = await sandbox.commands.run(
    'timeout 30 sh -c "while pgrep -f ^sleep.4567 > /dev/null; do sleep 0.1; done"; echo $?',
  )
  expect(stdout).toBe('0\n')
})

test('a terminal outlives its client and can be connected to again', async () => {
  const { handle, type } = await terminal()
  await handle.disconnect()
  const output = new Output()
  const again = await sandbox.pty.connect(handle.pid, { onData: output.onBytes })
  await type('echo "st"ill here\n')
  await output.has('still here')
  await again.kill()
})

test('a terminal is listed among the commands', async () => {
  const { handle } = await terminal()
  expect(await sandbox.commands.list()).toContainEqual(
    expect.objectContaining({ pid: handle.pid, cmd: '/bin/bash', args: ['-i', '-l'] }),
  )
  await handle.kill()
})

test('characters of every width pass a terminal both ways', async () => {
  const { handle, output, type } = await terminal()
  await type("printf '<%s>' 'é€😀' | rev\n")
  await output.has('>😀€é<')
  await handle.kill()
})

describe('programs of the whole screen', () => {
  test('a pager shows a file, moves in it, finds words and leaves the screen', async () => {
    const { handle, output, type } = await terminal()
    await sandbox.files.write('pages', Array.from({ length: 500 }, (_, index) => `line-${index}.`).join('\n'))
    await type('less pages; echo "le"ft less\n')
    await output.has('line-0.')
    await type(' ')
    await output.has('line-30.')
    await type('/line-400\n')
    await output.has('line-415.')
    await type('q')
    await output.has('left less')
    await handle.kill()
  })

  test('an editor takes keys, shows them and saves', async () => {
    const { handle, output, type } = await terminal()
    await type('nano -I note; echo "le"ft nano\n')
    await output.has('New File')
    await type('typed in an editor')
    await output.has('typed in an editor')
    await type('\u000f')
    await output.has('File Name to Write')
    await type('\r')
    await output.has('Wrote 1 line')
    await type('\u0018')
    await output.has('left nano')
    expect(await sandbox.files.read('note')).toBe('typed in an editor\n')
    await handle.kill()
  })

  test('vim inserts, finds its way back to commands and saves', async () => {
    const { handle, output, type } = await terminal()
    await type('vi poem; echo "le"ft vi\n')
    await output.has('poem')
    await type('ifirst line\rsecond line\u001b')
    await output.has('second line')
    await type('ggdd:wq\r')
    await output.has('left vi')
    expect(await sandbox.files.read('poem')).toBe('second line\n')
    await handle.kill()
  })

  test('a screen that draws itself anew follows the size and takes keys', async () => {
    const { handle, output, type } = await terminal()
    await type('top -d 1; echo "le"ft top\n')
    await output.has('load average')
    await sandbox.pty.resize(handle.pid, { cols: 60, rows: 20 })
    await type('h')
    await output.has('Help for Interactive Commands')
    const drawn = () => output.text.split('load average').length
    const before = drawn()
    await type('q')
    // Of two keys that it reads at once, it drops both.
    await expect.poll(drawn).toBeGreaterThan(before)
    await type('q')
    await output.has('left top')
    await type('echo "<$(stty size)>"\n')
    await output.has('<20 60>')
    await handle.kill()
  })
})

test('a job can be stopped, listed, sent to the background and fetched again', async () => {
  const { handle, output, type } = await terminal()
  await type("PS1='<\\#> '\n")
  await output.has('<2> ')
  await type(`sh -c 'echo "be"gun; read line; echo "got $line"'\n`)
  await output.has('begun')
  await type('\u001a')
  await output.has('Stopped')
  await output.has('<3> ')
  await type('jobs\n')
  await output.has('<4> ')
  await type('fg\n')
  await output.has('read line')
  await type('a line\n')
  await output.has('got a line')
  await handle.kill()
})

test('a terminal that does not exist takes neither input nor a size', async () => {
  const gone = 'process with pid 999999 not found'
  await expect(sandbox.pty.sendInput(999_999, new Uint8Array([10]))).rejects.toThrow(gone)
  await expect(sandbox.pty.resize(999_999, { cols: 1, rows: 1 })).rejects.toThrow(gone)
})

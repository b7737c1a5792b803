/** `e2b sandbox exec`, `connect` and `create`: commands and terminals, as in a shell of one's own. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandLineOfThisFile, type Invocation } from './command-line.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const execute = promisify(execFile)
const create = sandboxesOfThisFile()
const { e2b, begin, inTerminal } = commandLineOfThisFile()
const unknown = 'i00000000000000000000'

let sandbox: Sandbox
let id: string
beforeAll(async () => {
  sandbox = await create()
  id = sandbox.sandboxId
})

describe('exec', () => {
  test('passes on what the command says, word by word, and how it ended', async () => {
    const words = ['printf', '%s|', 'two words', "it's", '$HOME', '--help']
    expect(await e2b('sandbox exec', [id, ...words])).toEqual({
      code: 0,
      out: "two words|it's|$HOME|--help|",
      err: '',
    })
    const line = await e2b('sandbox exec', [id, 'echo said; echo complained >&2; exit 7'])
    expect(line).toMatchObject({ code: 7, out: 'said\n', err: expect.stringContaining('complained\n') })
  })

  test('takes a user, a directory and variables', async () => {
    const settings = ['--user', 'root', '--cwd', '/usr', '--env', 'A=1', '--env', 'B=two=2']
    const { out } = await e2b('sandbox exec', [...settings, id, 'id -un; pwd; echo "$A $B"'])
    expect(out).toBe('root\n/usr\n1 two=2\n')
  })

  test('passes on its input to the last byte, and its end', async () => {
    const input = 'a line of input\n'.repeat(50_000)
    const { code, out } = await e2b('sandbox exec', [id, 'sha256sum'], { input: { text: input } })
    expect(code).toBe(0)
    expect(out.split(' ')[0]).toBe(createHash('sha256').update(input).digest('hex'))
  })

  test('shows output as it comes, and ends the command when it is interrupted', async () => {
    const running = begin('sandbox exec', [id, 'echo begun; exec sleep 4321'])
    running.endInput()
    await running.out.has('begun')
    running.signal('SIGINT')
    expect((await running.ended).code).not.toBe(0)
    const left = await sandbox.commands.run('pgrep -f "sleep 432[1]" || echo none')
    expect(left.stdout).toBe('none\n')
  })

  test('in the background leaves the command running and says its number', async () => {
    const { code, err } = await e2b('sandbox exec', ['--background', id, 'sleep 1234'])
    expect(code).toBe(0)
    const pid = Number(err)
    expect(await sandbox.commands.list()).toContainEqual(expect.objectContaining({ pid }))
    await sandbox.commands.kill(pid)
  })

  test('needs a sandbox that is there', async () => {
    const { code, err } = await e2b('sandbox exec', [unknown, 'true'])
    expect(code).toBe(1)
    expect(err).toContain('SandboxNotFoundError')
  })
})

/** Types when there is a prompt: what is typed before may be lost. */
async function prompt(terminal: Invocation): Promise<void> {
  await terminal.out.has('$ ')
  terminal.type("PS1='<\\#> '\n")
  await terminal.out.has('<2> ')
}

describe('a terminal', () => {
  test('is connected to a sandbox, has the size of ours and follows it, and ends with the shell', async () => {
    const terminal = inTerminal('sandbox connect', [id, '--cwd', '/usr', '--env', 'MINE=of the terminal'])
    await prompt(terminal)
    expect(terminal.out.text).toContain(`Terminal connecting to sandbox ${id}`)
    terminal.type('echo "<$MINE $PWD $(id -un) $(stty size)>"\n')
    await terminal.out.has('<of the terminal /usr user 30 100>')
    terminal.type(`sh -c 'trap "stty size; exit" WINCH; echo "wat"ching; while :; do sleep 0.1; done'\n`)
    await terminal.out.has('watching')
    const [ours = ''] = /^\/dev\/\S+/.exec(terminal.out.text) ?? []
    await execute('stty', ['-F', ours, 'cols', '77', 'rows', '11'])
    await terminal.out.has('11 77')
    terminal.type('exit\n')
    const { code, out } = await terminal.ended
    expect(code).toBe(0)
    expect(out).toContain(`Closing terminal connection to sandbox ${id}`)
    expect(await sandbox.isRunning()).toBe(true)
  })

  test('passes control-C to what runs in it, not to the command line', async () => {
    const terminal = inTerminal('sandbox connect', [id])
    await prompt(terminal)
    terminal.type(`sh -c 'echo "rea"dy; exec sleep 300'\n`)
    await terminal.out.has('ready')
    terminal.type('\u0003')
    await terminal.out.has('<3> ')
    terminal.type('echo "code=$?"; exit\n')
    await terminal.out.has('code=130')
    expect((await terminal.ended).code).toBe(0)
  })

  test('of a new sandbox comes with it, and the sandbox ends soon after it', async () => {
    const terminal = inTerminal('sandbox create', ['base', '--user', 'root'])
    await terminal.out.has('with sandbox ID ')
    const [, made = ''] = /with sandbox ID (i[a-z0-9]+)/.exec(terminal.out.text) ?? []
    await terminal.out.has('# ')
    terminal.type('echo "<$(id -un) $E2B_SANDBOX_ID>"\n')
    await terminal.out.has(`<root ${made}>`)
    terminal.type('exit\n')
    const { code, out } = await terminal.ended
    expect(code).toBe(0)
    expect(out).toContain(`Closing terminal connection to template base with sandbox ID ${made}`)
    await expect
      .poll(() => Sandbox.getInfo(made).catch((error: Error) => error.name), {
        timeout: 30_000,
      })
      .toBe('SandboxNotFoundError')
  })

  test('needs a sandbox that is there', async () => {
    const terminal = inTerminal('sandbox connect', [unknown])
    const { code, out } = await terminal.ended
    expect(code).toBe(1)
    expect(out).toContain('SandboxNotFoundError')
  })
})

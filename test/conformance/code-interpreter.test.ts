/** The template `code-interpreter-v1`: its contexts, its server, and sandboxes that come from one checkpoint. */
import { type Context, type Execution, Sandbox, Template } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { expectDaemonSealed } from '../support/daemon-files.ts'
import { expectNoRoomBeside } from '../support/listen-beside.ts'
import { askServer, firstBuildMsMax, serverPort, startInterpreter } from './code-interpreter.ts'

let template: string
let sandbox: Sandbox
beforeAll(async () => {
  ;({ template, sandbox } = await startInterpreter())
}, firstBuildMsMax)
afterAll(async () => void (await sandbox?.kill()))

test('kernels that come from one checkpoint draw nothing twice', async () => {
  const made: Sandbox[] = []
  onTestFinished(async () => void (await Promise.all(made.map((one) => one.kill()))))
  const create = async (from: string) => {
    const one = await Sandbox.create(from)
    made.push(one)
    return one
  }
  const drawn = async (one: Sandbox) => {
    const { results } = await one.runCode(
      'import random, numpy\n[random.random(), float(numpy.random.rand())]',
    )
    return results.map(({ text }) => text).join()
  }
  const [first, second] = await Promise.all([create(template), create(template)])
  const draws = await Promise.all([drawn(first), drawn(second)])
  // Both generators are in the memory that is captured.
  const { snapshotId } = await first.createSnapshot()
  const copies = await Promise.all([create(snapshotId), create(snapshotId)])
  draws.push(...(await Promise.all([first, ...copies].map(drawn))))
  expect(draws[0]).toMatch(/^\[[\d.e-]+, [\d.e-]+\]$/)
  expect(new Set(draws.flatMap((pair) => pair.split(', '))).size).toBe(10)
}, 120_000)

test('no user may write what pid 1 runs', () => expectDaemonSealed(sandbox))

const ask = (path: string, init?: Parameters<typeof askServer>[2]) => askServer(sandbox, path, init)

/** Resolves when the cell has printed something; `end` is what comes of it. */
async function begin(code: string, context: Context): Promise<{ end: Promise<Execution> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = sandbox.runCode(code, { context, timeoutMs: 0, onStdout: () => resolve() })
  await promise
  return { end }
}

describe('contexts', () => {
  test('know nothing of each other, are listed, started anew and removed', async () => {
    const one = await sandbox.createCodeContext({ cwd: '/tmp' })
    const other = await sandbox.createCodeContext()
    expect(one).toMatchObject({ language: 'python', cwd: '/tmp' })
    await sandbox.runCode('name = 1', { context: one })
    expect((await sandbox.runCode('name', { context: other })).error?.name).toBe('NameError')
    expect((await sandbox.runCode('import os; os.getcwd()', { context: one })).text).toBe('/tmp')
    expect((await sandbox.listCodeContexts()).map(({ id }) => id)).toEqual(
      expect.arrayContaining([one.id, other.id]),
    )
    const endless = await begin('print("x"); import time; time.sleep(600)', one)
    const waiting = await begin('print("x"); import time; time.sleep(600)', other)
    await sandbox.restartCodeContext(one)
    expect((await endless.end).error?.name).toBe('KernelDied')
    expect((await sandbox.runCode('name', { context: one })).error?.name).toBe('NameError')
    await sandbox.removeCodeContext(one)
    await sandbox.removeCodeContext(other)
    expect((await waiting.end).error?.name).toBe('KernelDied')
    await expect(sandbox.runCode('1', { context: one })).rejects.toThrow('not found')
  })

  test('work in any directory that root may enter: as the user where that may, and else as root', async () => {
    await sandbox.commands.run('mkdir -p /root/deep /home/user/mine; chown user /home/user/mine', {
      user: 'root',
    })
    const code =
      'import getpass, os; open("made", "w").close(); (os.getcwd() == os.environ["PWD"], os.getcwd(), getpass.getuser(), os.environ["HOME"], "/root/" in os.environ["PATH"])'
    const seen: (string | undefined)[] = []
    for (const cwd of ['/root/deep', '/home/user', 'mine']) {
      const context = await sandbox.createCodeContext({ cwd })
      seen.push((await sandbox.runCode(code, { context })).text)
      await sandbox.removeCodeContext(context)
    }
    expect(seen).toEqual([
      "(True, '/root/deep', 'root', '/root', True)",
      "(True, '/home/user', 'user', '/home/user', False)",
      "(True, '/home/user/mine', 'user', '/home/user', False)",
    ])
    await expect(sandbox.createCodeContext({ cwd: '/nowhere' })).rejects.toThrow('400')
  })

  test('take no language in a cell: one of the two says which kernel it is for', async () => {
    const context = await sandbox.createCodeContext()
    const answer = await ask('/execute', {
      method: 'POST',
      body: JSON.stringify({ code: '1', context_id: context.id, language: 'python' }),
    })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      'Only one of context_id or language can be provided',
    ])
    await sandbox.removeCodeContext(context)
  })

  test('of another language are refused in words', async () => {
    await expect(sandbox.createCodeContext({ language: 'cobol' })).rejects.toThrow('400')
  })
})

describe('pages of any origin', () => {
  test('may ask: preflights are answered, and answers and errors may be read', async () => {
    const preflight = await ask('/execute', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-access-token',
      },
    })
    expect(preflight.ok).toBe(true)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'content-type,x-access-token',
    })
    for (const [path, status] of [
      ['/health', 200],
      ['/execute', 405],
      ['/nowhere', 404],
    ] as const) {
      const answer = await ask(path, { headers: { Origin: 'https://app.example.com' } })
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('the server', () => {
  const pidOf = async (name: string) =>
    (await sandbox.commands.run(`pgrep -o -f ${name} || true`, { user: 'root' })).stdout.trim()
  const serverProcess = '[c]ay-code/server.py'

  test('is not ended by a cell that ends what its user may end', async () => {
    const before = await pidOf(serverProcess)
    const { text } = await sandbox.runCode(
      `import os\ntry: os.kill(${before}, 9)\nexcept OSError as e: print(e.errno)\n"on"`,
    )
    expect(text).toBe('on')
    expect(await pidOf(serverProcess)).toBe(before)
  })

  test.each(['KILL', 'TERM'])('is there again when somebody has ended it: %s', async (name) => {
    const before = await pidOf(serverProcess)
    await sandbox.commands.run(`kill -${name} ${before}`, { user: 'root' })
    await expect.poll(async () => ['', before].includes(await pidOf(serverProcess))).toBe(false)
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
    expect((await sandbox.runCode('1 + 1')).text).toBe('2')
  })

  test('leaves nobody room beside it, also while another one starts', async () => {
    await expectNoRoomBeside(sandbox, serverPort)
    const before = await pidOf(serverProcess)
    const attempts = expectNoRoomBeside(sandbox, serverPort)
    await sandbox.commands.run(`kill -9 ${before}`, { user: 'root' })
    await attempts
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
    expect(await pidOf(serverProcess)).not.toBe(before)
  })

  test('is there again after a pause, too, and leaves nobody room', async () => {
    await sandbox.pause()
    await sandbox.connect()
    await expectNoRoomBeside(sandbox, serverPort)
    const before = await pidOf(serverProcess)
    await sandbox.commands.run(`kill -9 ${before}`, { user: 'root' })
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
    expect(await pidOf(serverProcess)).not.toBe(before)
    const { error, text } = await sandbox.runCode('1 + 1')
    expect([error, text]).toEqual([undefined, '2'])
  })

  test('is not killed with its kernels for the garbage of a checkpoint', async () => {
    // The runtime keeps each file that was looked at, and a checkpoint makes small objects of all of them.
    const files = await sandbox.commands.run('find / -xdev -ls 2>/dev/null | wc -l', { user: 'root' })
    expect(Number(files.stdout)).toBeGreaterThan(30_000)
    await sandbox.runCode('kept = "still here"')
    await sandbox.pause()
    await sandbox.connect()
    const { error, text } = await sandbox.runCode('kept')
    expect([error, text]).toEqual([undefined, 'still here'])
    const other = await sandbox.createCodeContext()
    expect((await sandbox.runCode('1 + 1', { context: other })).text).toBe('2')
  })
})

test('two sandboxes of the template do not draw the same random numbers', async () => {
  const other = await Sandbox.create(template)
  onTestFinished(async () => void (await other.kill()))
  const code = 'import random, numpy; (random.random(), numpy.random.rand())'
  expect((await sandbox.runCode(code)).text).not.toBe((await other.runCode(code)).text)
})

test('a template that is built on it runs cells as well', async () => {
  const own = Template().fromTemplate(template).runCmd('echo mine > /home/user/file')
  await Template.build(own, 'own-interpreter')
  const other = await Sandbox.create('own-interpreter')
  onTestFinished(async () => void (await other.kill()))
  expect((await other.runCode('open("file").read()')).text).toBe('mine\\n')
})

test('a paused sandbox goes on with what its cells knew', async () => {
  const paused = await Sandbox.create(template)
  onTestFinished(async () => void (await paused.kill()))
  await paused.runCode('kept = "still here"')
  await paused.pause()
  await paused.connect()
  const { error, text } = await paused.runCode('kept')
  expect([error, text]).toEqual([undefined, 'still here'])
})

/** Cells of every language of the template `code-interpreter-v1`, as the official client runs them. */
import type { Context, Execution, Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askServer, firstBuildMsMax, startInterpreter } from './code-interpreter.ts'
import { languages } from './code-interpreter-languages.ts'

/** The first cell of a language waits for its kernel, on a busy machine for long. */
const testMsMax = 120_000
const cell = { timeoutMs: 90_000, requestTimeoutMs: 90_000 }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = (await startInterpreter({ OF_SANDBOX: 'of the sandbox' })).sandbox
}, firstBuildMsMax)
afterAll(async () => void (await sandbox?.kill()))

/** What a cell shows: its value, or what it prints where values are printed. */
function shown({ results, logs, error }: Execution): string {
  if (error !== undefined) throw new Error(`${error.name}: ${error.value}`)
  return (results.at(-1)?.text ?? logs.stdout.join('')).trim()
}

/** R shows texts as elements of a vector. */
const plain = (text: string) => /^\[1\] "(.*)"$/.exec(text)?.[1] ?? text

test('a context of Python and one of JavaScript are there from the start', async () => {
  const listed = await sandbox.listCodeContexts()
  expect(listed.map(({ language }) => language)).toEqual(['python', 'javascript'])
  expect(new Set(listed.map(({ cwd }) => cwd))).toEqual(new Set(['/home/user']))
})

test(
  'no kernel but that of Python runs before the first cell of its language',
  async () => {
    const others = '[k]ernel.mjs|[I]Rkernel|cay.[K]ernel|[n]oediting'
    const countKernels = `pgrep -fc '${others}' || true; pgrep -fc '[i]pykernel'`
    expect((await sandbox.commands.run(countKernels)).stdout).toBe('0\n1\n')
    await sandbox.runCode('true', { language: 'bash', ...cell })
    expect((await sandbox.commands.run(countKernels)).stdout).toBe('1\n1\n')
  },
  testMsMax,
)

test('a newer client that asks for a route that is not there is told the route', async () => {
  const answer = await askServer(sandbox, '/notebooks')
  expect([answer.status, await answer.text()]).toEqual([
    404,
    'no route GET /notebooks: a newer client may need a newer template',
  ])
})

test('a sandbox has at most 32 contexts, and may have one more when one is removed', async () => {
  const made: Context[] = []
  const make = () => sandbox.createCodeContext({ language: 'bash', requestTimeoutMs: 90_000 })
  for (let count = (await sandbox.listCodeContexts()).length; count < 32; count += 1) made.push(await make())
  const refused = await askServer(sandbox, '/contexts', { method: 'POST', body: '{"language":"bash"}' })
  expect([refused.status, await refused.text()]).toEqual([429, 'there are 32 contexts already'])
  await Promise.all(made.map((context) => sandbox.removeCodeContext(context)))
  await sandbox.removeCodeContext(await make())
}, 240_000)

test('a language that is not there is answered with those that are', async () => {
  const refusal = "language 'cobol' is not there: there are python, javascript, typescript, r, java, bash"
  for (const path of ['/contexts', '/execute']) {
    const body = JSON.stringify({ language: 'cobol', code: '1' })
    const answer = await askServer(sandbox, path, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([400, refusal])
  }
  await expect(sandbox.createCodeContext({ language: 'cobol' })).rejects.toThrow('400')
})

describe.each(languages)('a cell of $language', (of) => {
  const { language } = of
  const run = (code: string, options: object = {}) => sandbox.runCode(code, { ...cell, language, ...options })
  const runIn = (context: Context, code: string, options: object = {}) =>
    sandbox.runCode(code, { ...cell, context, ...options })

  test('answers its value, and later cells know what it knew', { timeout: testMsMax }, async () => {
    const [code, text] = of.value
    expect(shown(await run(code))).toBe(text)
    await run(of.keep)
    expect(plain(shown(await run(of.kept)))).toBe('kept')
    if (of.alias !== undefined) expect(shown(await run(of.kept, { language: of.alias }))).toBe('kept')
    const counts = [await run(of.kept), await run(of.kept)].map(({ executionCount = 0 }) => executionCount)
    expect(counts[1]).toBe((counts[0] ?? 0) + 1)
  })

  test('prints to both of its outputs', async () => {
    const { logs, error } = await run(of.print)
    expect(error).toBeUndefined()
    expect(logs.stdout.join('')).toMatch(/^(\[1\] )?"?Hello World!"?\n$/)
    expect(logs.stderr.join('').trim()).toBe('no')
  })

  test('sends what it prints while it runs', async () => {
    let isEarly = false
    const { logs } = await run(of.waiting, {
      onStdout: async ({ line }: { line: string }) => {
        if (!line.includes('first')) return
        isEarly = true
        await sandbox.files.write(`/tmp/go-${language}`, '')
      },
    })
    expect([isEarly, logs.stdout.join('')]).toEqual([true, 'first\nsecond\n'])
  })

  test('that fails says how, and the context lives on', async () => {
    const [code, name, value, traceback] = of.failing
    const errors: unknown[] = []
    const { error, results } = await run(code, { onError: (one: unknown) => errors.push(one) })
    expect([error?.name, results, errors.length]).toEqual([name, [], 1])
    expect(error?.value).toMatch(value)
    expect(error?.traceback).toMatch(traceback)
    expect((await run(of.broken[0])).error?.name).toBe(of.broken[1])
    expect(plain(shown(await run(of.kept)))).toBe('kept')
  })

  test('sees the variables of the sandbox, and its own for as long as it runs', async () => {
    const read = async (name: string, envs: Record<string, string> = {}) =>
      plain(shown(await run(of.variable(name), { envs })))
    expect(await read('OF_SANDBOX')).toBe('of the sandbox')
    expect(await read('OF_CELL', { OF_CELL: "it's" })).toBe("it's")
    expect(await read('OF_CELL')).toBe('none')
    expect(await read('OF_SANDBOX', { OF_SANDBOX: 'other' })).toBe('other')
    expect(await read('OF_SANDBOX')).toBe('of the sandbox')
  })

  test('works in the directory of its context, apart from others', { timeout: testMsMax }, async () => {
    expect(plain(shown(await run(of.directory)))).toBe('/home/user')
    const context = await sandbox.createCodeContext({ language, cwd: '/home', requestTimeoutMs: 90_000 })
    expect(context).toMatchObject({ language, cwd: '/home' })
    expect((await sandbox.listCodeContexts()).at(-1)).toEqual(context)
    expect(plain(shown(await runIn(context, of.directory)))).toBe('/home')
    const before = await runIn(context, of.kept)
    expect(before.error !== undefined || shown(before) === 'nothing').toBe(true)

    await runIn(context, of.keep)
    await sandbox.restartCodeContext(context)
    const after = await runIn(context, of.kept)
    expect(after.error !== undefined || shown(after) === 'nothing').toBe(true)
    expect(plain(shown(await runIn(context, of.directory)))).toBe('/home')

    await sandbox.removeCodeContext(context)
    await expect(runIn(context, of.kept)).rejects.toThrow('not found')
    expect((await sandbox.listCodeContexts()).map(({ id }) => id)).not.toContain(context.id)
  })

  test('whose caller has gone is interrupted, and the context lives on', { timeout: testMsMax }, async () => {
    await expect(run(of.endless, { timeoutMs: 1500 })).rejects.toThrow('timed out')
    expect(plain(shown(await run(of.kept)))).toBe('kept')
  })

  test('that ends its kernel is told how, and the next one runs', { timeout: testMsMax }, async () => {
    const { error } = await run(of.die)
    expect(error?.name).toBe('KernelDied')
    expect(error?.value).toMatch(
      language === 'r' ? /^the kernel was ended by SIGKILL: / : /^the kernel exited with status 3: /,
    )
    expect(plain(shown(await run(of.directory)))).toBe('/home/user')
  })
})

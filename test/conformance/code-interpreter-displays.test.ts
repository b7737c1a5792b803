/** What cells of the template `code-interpreter-v1` show beside text, in languages other than Python. */
import type { Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstBuildMsMax, startInterpreter } from './code-interpreter.ts'

const cell = { timeoutMs: 90_000, requestTimeoutMs: 90_000 }
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

describe('cells', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = (await startInterpreter()).sandbox
  }, firstBuildMsMax)
  afterAll(async () => void (await sandbox?.kill()))

  const run = (language: string, code: string) => sandbox.runCode(code, { ...cell, language })

  test('JavaScript shows every form', { timeout: 120_000 }, async () => {
    const { results, error } = await run(
      'js',
      [
        'display.html("<b>b</b>"); display.markdown("*m*"); display.latex("$x$"); display.svg("<svg/>")',
        'display.javascript("1"); display.json({ a: [1] }); display.png(Buffer.from("iVBORw0KGgo=", "base64"))',
        'display(new Map([[1, 2]]))',
        '({ a: [1, "x", null] })',
        // Without semicolons a line that begins with a bracket would go on with the one before.
      ].join(';\n'),
    )
    expect(error).toBeUndefined()
    expect(results.map((result) => result.formats())).toEqual([
      ...[['html'], ['markdown'], ['latex'], ['svg'], ['javascript'], ['json'], ['png'], [], ['json']],
    ])
    expect(results[0]?.html).toBe('<b>b</b>')
    expect(results[5]?.json).toEqual({ a: [1] })
    expect(Buffer.from(results[6]?.png ?? '', 'base64')).toEqual(png)
    expect(results[7]?.text).toBe('Map(1) { 1 => 2 }')
    expect(results[8]).toMatchObject({ isMainResult: true, json: { a: [1, 'x', null] } })
  })

  test('an object that knows how Jupyter displays it is asked', async () => {
    const object =
      '{\n  [Symbol.for("Jupyter.display")]() {\n    return { "text/plain": "Hello", "text/html": "<h1>Hello</h1>" }\n  }\n}\n'
    for (const language of ['js', 'ts']) {
      const { results } = await run(language, object)
      expect(results).toMatchObject([{ isMainResult: true, text: 'Hello', html: '<h1>Hello</h1>' }])
    }
  })

  test.each([
    ["async function main() {\n  return 'Hello, World!'\n}\n\nawait main()", 'Hello, World!'],
    ['const twice = 1; twice', '1'],
    ['const twice = 2; twice', '2'],
    ["import os, { EOL as end } from 'node:os'\n[typeof os, end.length]", "[ 'object', 1 ]"],
    ["import * as path from 'path'; path.join('a', 'b')", 'a/b'],
    ["(await import('node:path')).sep", '/'],
    ["require('node:path').sep", '/'],
    ['export const shared = 5; shared', '5'],
    ['{ a: 1 }', '{ a: 1 }'],
    ['let silent = 1', undefined],
  ])('JavaScript runs %s', async (code, text) => {
    const execution = await run('js', code)
    expect(execution.error).toBeUndefined()
    expect(execution.text).toBe(text)
  })

  test.each([
    ['enum Colour { Red = 7 }\nColour.Red', '7'],
    ["import type { Stats } from 'node:fs'\nconst size = (of?: Stats): number => of?.size ?? 0\nsize()", '0'],
    [
      'class Box<T> { constructor(private it: T) {} get(): T { return this.it } }\nnew Box<number>(4).get()',
      '4',
    ],
    ['const message: string = "typed" as const satisfies string; message', 'typed'],
  ])('TypeScript runs %s', async (code, text) => {
    const execution = await run('ts', code)
    expect(execution.error).toBeUndefined()
    expect(execution.text).toBe(text)
  })

  test('JavaScript imports modules of the directory of a cell, and packages by npm:', {
    timeout: 180_000,
  }, async () => {
    await sandbox.files.write('/home/user/mine.mjs', 'export default 42')
    expect((await run('js', "import mine from './mine.mjs'\nmine")).text).toBe('42')
    await startRegistry()
    const { text, error } = await run('js', 'import isOdd from "npm:is-odd@3.0.1"\nisOdd(3)')
    expect(error).toBeUndefined()
    expect(text).toBe('true')
    const missing = await run('js', 'import nothing from "npm:not-there"')
    expect(missing.error?.value).toContain('npm could not install not-there@latest')
  })

  /** A registry of one package, in the sandbox itself, which may have no other network. */
  async function startRegistry(): Promise<void> {
    await sandbox.files.write(
      '/tmp/is-odd/package.json',
      '{"name":"is-odd","version":"3.0.1","main":"index.js"}',
    )
    await sandbox.files.write('/tmp/is-odd/index.js', 'module.exports = (n) => n % 2 === 1')
    await sandbox.files.write('/tmp/registry.mjs', registry)
    await sandbox.files.write('/home/user/.npmrc', 'registry=http://127.0.0.1:4873/\nfetch-retries=0\n')
    await sandbox.commands.run('cd /tmp/is-odd && npm pack --silent')
    // Without a limit: it ends with the sandbox.
    await sandbox.commands.run('node /tmp/registry.mjs', { background: true, timeoutMs: 0 })
    await sandbox.commands.run(
      'curl -sf --retry 20 --retry-connrefused --retry-delay 1 http://127.0.0.1:4873/is-odd',
    )
  }

  const registry = `
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const tarball = 'http://127.0.0.1:4873/is-odd.tgz'
const version = { name: 'is-odd', version: '3.0.1', main: 'index.js', dist: { tarball } }
createServer((request, response) => {
  if (request.url === '/is-odd.tgz') return response.end(readFileSync('/tmp/is-odd/is-odd-3.0.1.tgz'))
  if (request.url !== '/is-odd') return response.writeHead(404).end('{}')
  const packument = { name: 'is-odd', 'dist-tags': { latest: '3.0.1' }, versions: { '3.0.1': version } }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(packument))
}).listen(4873, '127.0.0.1')
`

  test('R shows plots as pictures and tables as HTML', { timeout: 120_000 }, async () => {
    const { results, error } = await run('r', 'plot(1:3)\ndata.frame(a = 1:2, b = c("x", "y"))')
    expect(error).toBeUndefined()
    const picture = results.find((result) => result.png !== undefined)
    expect(Buffer.from(picture?.png ?? '', 'base64').subarray(0, 8)).toEqual(png)
    expect(results.find((result) => result.html !== undefined)?.html).toContain('<table')
  })

  test('Java shows texts and pictures by their types, and ends lines in pieces of their own', {
    timeout: 120_000,
  }, async () => {
    const { results, logs, error } = await run(
      'java',
      'display("<b>b</b>", "text/html"); display(new byte[] {1, 2}, "image/png"); System.out.println("Hello, World!");\nnew int[] {1, 2}',
    )
    expect(error).toBeUndefined()
    expect(results.map((result) => result.formats())).toEqual([['html'], ['png'], []])
    expect(results[2]?.text).toBe('int[2] { 1, 2 }')
    // As unmodified tests of the client expect it.
    expect(logs.stdout).toEqual(['Hello, World!', '\n'])
  })

  test('Java remembers classes, imports and records, and names what it cannot find', async () => {
    await run('java', 'import java.time.LocalDate;\nrecord Point(int x, int y) {}')
    expect((await run('java', 'new Point(LocalDate.of(2024, 1, 2).getYear(), 1)')).text).toBe(
      'Point[x=2024, y=1]',
    )
    expect((await run('java', 'nothing(1)')).error).toMatchObject({
      name: 'CompilationException',
      value: 'cannot find symbol',
      traceback: expect.stringContaining('method nothing(int)'),
    })
  })

  test('Bash keeps directories, functions and options, and reads nothing of the next cell', async () => {
    await run('bash', 'cd /tmp; greet() { echo "hello $1"; }\nshopt -s nullglob')
    const { logs } = await run(
      'bash',
      "cat\ngreet 'it''s'; pwd; echo /nowhere/*; cat <<END\nin here\nEND\n# done",
    )
    expect(logs.stdout.join('')).toBe('hello its\n/tmp\n\nin here\n')
    expect((await run('bash', 'false; true')).error).toBeUndefined()
  })

  test('what Bash has started goes on behind the cells', async () => {
    const { error } = await run('bash', 'python3 -m http.server 8123 --bind 127.0.0.1 >/dev/null 2>&1 &')
    expect(error).toBeUndefined()
    const { logs } = await run(
      'bash',
      'curl -sf --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null -w "%{http_code}" http://127.0.0.1:8123/',
    )
    expect(logs.stdout.join('')).toBe('200')
  })
})

/** Cells of the template `code-interpreter-v1`: what they answer, and what they see. */
import { stripVTControlCharacters } from 'node:util'
import type { Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstBuildMsMax, startInterpreter } from './code-interpreter.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = (await startInterpreter({ OF_SANDBOX: 'of the sandbox' })).sandbox
}, firstBuildMsMax)
afterAll(async () => void (await sandbox?.kill()))

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

describe('a cell', () => {
  test('answers the value of its last line, and later cells know what it knew', async () => {
    await sandbox.runCode('x = 20')
    const execution = await sandbox.runCode('x += 1; x')
    expect(execution).toMatchObject({ text: '21', error: undefined, logs: { stdout: [], stderr: [] } })
    expect(execution.results).toMatchObject([{ text: '21', isMainResult: true }])
    expect(execution.executionCount).toBeGreaterThan(1)
  })

  test('sends what it prints while it runs', async () => {
    const seen: string[] = []
    let isPrintedEarly = false
    const execution = await sandbox.runCode(
      'import sys, time, os\nprint("first", flush=True)\nwhile not os.path.exists("/tmp/go"): time.sleep(0.05)\nprint("second", file=sys.stderr)',
      {
        onStdout: async ({ line }) => {
          seen.push(line)
          isPrintedEarly = seen.join('').includes('first')
          await sandbox.files.write('/tmp/go', '')
        },
        onStderr: ({ line }) => void seen.push(line),
      },
    )
    expect(isPrintedEarly).toBe(true)
    expect(seen.join('')).toBe('first\nsecond\n')
    expect(execution.logs.stdout.join('')).toBe('first\n')
    expect(execution.logs.stderr.join('')).toBe('second\n')
  })

  test('answers what is shown in every form that it has', async () => {
    const { results } = await sandbox.runCode(
      [
        'from IPython.display import HTML, JSON, Latex, Markdown, SVG, Javascript, display',
        'display(HTML("<b>b</b>")); display(JSON({"a": [1]})); display(Markdown("*m*")); display(Latex("$x$"))',
        'display(SVG("<svg xmlns=\'http://www.w3.org/2000/svg\'/>")); display(Javascript("1"))',
        'import pandas',
        'pandas.DataFrame({"a": [1, 2], "b": ["x", None]})',
      ].join('\n'),
    )
    expect(results.map((result) => result.formats()[0])).toEqual([
      'html',
      'json',
      'markdown',
      'latex',
      'svg',
      'javascript',
      'html',
    ])
    expect(results[1]?.json).toEqual({ a: [1] })
    expect(results.at(-1)).toMatchObject({ isMainResult: true, data: { a: [1, 2], b: ['x', null] } })
    expect(results.at(-1)?.text).toContain('a')
  })

  test.each([
    [`'hello'`, 'hello'],
    [`"it's"`, "it's"],
    [`'"'`, '"'],
    ['""', ''],
    [`("a", 'b')`, "('a', 'b')"],
  ])('shows a string as what it holds: %s', async (code, text) => {
    const { results } = await sandbox.runCode(code)
    expect(results.map((result) => result.text)).toEqual([text])
  })

  test('answers lists and dictionaries as JSON, too, where it has words for all that is in them', async () => {
    const jsonOf = async (code: string) => (await sandbox.runCode(code)).results[0]?.json
    const code =
      'import numpy, datetime\n{"a": [1, (2.5, None)], 3: numpy.arange(2), "d": datetime.date(2024, 1, 2)}'
    expect(await jsonOf(code)).toEqual({ a: [1, [2.5, null]], 3: [0, 1], d: '2024-01-02' })
    expect(await jsonOf('[1, "x", float("nan"), numpy.float64(0.5)]')).toEqual([1, 'x', null, 0.5])
    const { results } = await sandbox.runCode('[object]')
    expect(results).toMatchObject([{ text: '[object]', json: undefined }])
    const itself = await sandbox.runCode('itself = []; itself.append(itself); itself')
    expect(itself.results).toMatchObject([{ text: '[[...]]', json: undefined }])
  })

  test('answers dates of a table as isoformat() writes them', async () => {
    const { results } = await sandbox.runCode(
      [
        'import pandas as pd, datetime',
        'pd.DataFrame({"t": pd.to_datetime(["2024-01-02 03:04:05", None]), "z": pd.to_datetime(["2024-01-02"] * 2, utc=True), "d": [datetime.date(2024, 1, 2), None], "n": [1.5, float("nan")]})',
      ].join('\n'),
    )
    expect(results[0]?.data).toEqual({
      t: ['2024-01-02T03:04:05', null],
      z: ['2024-01-02T00:00:00+00:00', '2024-01-02T00:00:00+00:00'],
      d: ['2024-01-02', null],
      n: [1.5, null],
    })
  })

  test('that saves an image to a file shows it, and one that saves elsewhere does not', async () => {
    const { results, error } = await sandbox.runCode(
      [
        'import io, os, pathlib',
        'from PIL import Image',
        'image = Image.new("RGB", (3, 2), "red")',
        'image.save("/tmp/saved.png"); image.convert("CMYK").save(pathlib.Path("/tmp/saved.jpg")); image.save(io.BytesIO(), "PNG")',
        'import matplotlib.pyplot as plt; plt.plot([1]); plt.savefig("/tmp/figure.png"); plt.close()',
        'os.path.getsize("/tmp/saved.png") > 0',
      ].join('\n'),
    )
    expect(error).toBeUndefined()
    expect(results.map((result) => result.formats())).toEqual([['png'], ['png'], []])
    expect(Buffer.from(results[0]?.png ?? '', 'base64').subarray(0, 8)).toEqual(png)
    expect(results[2]).toMatchObject({ isMainResult: true, text: 'True' })
  })

  test('that fails says how, and the context lives on', async () => {
    const { error, results } = await sandbox.runCode('def f():\n  return 1 / 0\nf()')
    expect(error).toMatchObject({ name: 'ZeroDivisionError', value: 'division by zero' })
    expect(stripVTControlCharacters(error?.traceback ?? '')).toContain('return 1 / 0')
    expect(results).toEqual([])
    expect((await sandbox.runCode('x')).text).toBe('21')
    expect((await sandbox.runCode('1 +')).error?.name).toBe('SyntaxError')
  })

  test('that ends its kernel is told so, and the next one runs', async () => {
    const context = await sandbox.createCodeContext()
    const { error } = await sandbox.runCode('import os; os._exit(1)', { context })
    expect(error?.name).toBe('KernelDied')
    expect((await sandbox.runCode('1 + 1', { context })).text).toBe('2')
    await sandbox.removeCodeContext(context)
  })

  test('that ended its kernel by a real-time signal broke every later cell of its context', async () => {
    const context = await sandbox.createCodeContext()
    const { error } = await sandbox.runCode('import os; os.kill(os.getpid(), 40)', { context })
    expect(error).toMatchObject({ name: 'KernelDied', value: expect.stringContaining('ended by signal 40') })
    expect((await sandbox.runCode('1 + 1', { context })).text).toBe('2')
    await sandbox.removeCodeContext(context)
  })

  test('whose caller has gone is interrupted', async () => {
    const context = await sandbox.createCodeContext()
    const endless = sandbox.runCode('while True: pass', { context, timeoutMs: 1500 })
    await expect(endless).rejects.toThrow('timed out')
    expect((await sandbox.runCode('"free"', { context })).text).toBe('free')
    await sandbox.removeCodeContext(context)
  })

  test('sees the variables of the sandbox, and its own for as long as it runs', async () => {
    const code = 'import os; [os.environ.get(n) for n in ("OF_SANDBOX", "OF_CELL")]'
    expect((await sandbox.runCode(code, { envs: { OF_CELL: 'c', OF_SANDBOX: 's' } })).text).toBe("['s', 'c']")
    expect((await sandbox.runCode(code)).text).toBe("['of the sandbox', None]")
  })

  test('imports each of the packages that docs/templates.md names', async () => {
    const modules =
      'numpy, pandas, scipy, matplotlib, seaborn, plotly, sklearn, skimage, sympy, xarray, nltk, imageio, PIL, openpyxl, docx, bs4, requests, aiohttp, joblib, pytest'
    // They read hundreds of files, on a busy machine for long.
    const { error, text } = await sandbox.runCode(`import ${modules}; "all"`, { timeoutMs: 180_000 })
    expect([error?.value, text]).toEqual([undefined, 'all'])
  })

  test('works where the files of the user are, as the user', async () => {
    await sandbox.files.write('/home/user/table.csv', 'a,b\n1,2\n')
    const { text } = await sandbox.runCode(
      'import getpass; import pandas; (getpass.getuser(), int(pandas.read_csv("table.csv").b[0]))',
    )
    expect(text).toBe("('user', 2)")
  })
})

/**
 * The template `code-interpreter-v1` with the official client of code interpreters. The first run in a clone builds it;
 * after that it lies among the templates of the tests until something that it is made of changes.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { type Context, type Execution, Sandbox, Template } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { expectDaemonSealed } from '../support/daemon-files.ts'

/** Milliseconds for Debian's packages and a slow machine. */
const firstBuildMsMax = 12 * 60_000
const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const execute = promisify(execFile)
const variables = { OF_SANDBOX: 'of the sandbox' }

let template: string
let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  const { dataDir } = inject('installation')
  const env = { ...process.env, CAY_DATA_DIR: dataDir }
  await execute(process.execPath, [cli, 'template', 'build', '--all'], { env })
  template = `code-interpreter-v1:${await newestBuild(`${dataDir}/templates`)}`
  // The node looks at its templates every few seconds.
  sandbox = await vi.waitFor(() => Sandbox.create(template, { envs: variables }), {
    timeout: 60_000,
    interval: 1000,
  })
}, firstBuildMsMax)
afterAll(async () => void (await sandbox?.kill()))

/** An older one may still be what the bare name means. */
async function newestBuild(templates: string): Promise<string> {
  const aliases = JSON.parse(await readFile(`${templates}/aliases.json`, 'utf8')) as Record<string, string>
  const directory = `${templates}/${aliases['code-interpreter-v1']}`
  const builds = await Promise.all(
    (await readdir(directory)).map(async (buildId) => {
      const manifest: unknown = JSON.parse(await readFile(`${directory}/${buildId}/manifest.json`, 'utf8'))
      return { buildId, ...(manifest as { createdAtMs: number }) }
    }),
  )
  return builds.sort((a, b) => b.createdAtMs - a.createdAtMs)[0]?.buildId ?? ''
}

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
  expect(draws[0]).toMatch(/^\[0\.\d+, 0\.\d+\]$/)
  expect(new Set(draws.flatMap((pair) => pair.split(', '))).size).toBe(10)
}, 120_000)

test('no user may write what pid 1 runs', () => expectDaemonSealed(sandbox))

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

  test('that plots answers a picture', async () => {
    const { results, error } = await sandbox.runCode(
      'import matplotlib.pyplot as plt\nplt.plot([1, 2, 3], [4, 1, 9])\nplt.title("plot")\nplt.show()',
    )
    expect(error).toBeUndefined()
    expect(results).toHaveLength(1)
    expect(Buffer.from(results[0]?.png ?? '', 'base64').subarray(0, 8)).toEqual(png)
    expect(results[0]?.formats()).toContain('png')
  })

  test.each<[string, string[], object]>([
    [
      'lines',
      ['plt.plot([1, 2, 3], [4, float("nan"), 1], label="a")', 'plt.xlabel("Time (s)"); plt.title("T")'],
      {
        ...{ type: 'line', title: 'T', x_label: 'Time (s)', x_unit: 's', y_label: null, y_unit: null },
        ...{
          x_scale: 'linear',
          x_ticks: expect.arrayContaining([1, 2, 3]),
          y_tick_labels: expect.any(Array),
        },
        elements: [
          {
            label: 'a',
            points: [
              [1, 4],
              [2, null],
              [3, 1],
            ],
          },
        ],
      },
    ],
    [
      'points',
      ['import datetime', 'plt.scatter([datetime.date(2024, 1, d) for d in (1, 2)], [3, 4], label="s")'],
      {
        ...{ type: 'scatter', x_scale: 'datetime' },
        elements: [
          {
            label: 's',
            points: [
              ['2024-01-01T00:00:00', 3],
              ['2024-01-02T00:00:00', 4],
            ],
          },
        ],
      },
    ],
    [
      'bars',
      ['plt.bar(["A", "B"], [100, 200], label="sold"); plt.xlabel("Kind"); plt.ylabel("Price (EUR)")'],
      {
        ...{ type: 'bar', title: null },
        ...{ x_label: 'Kind', x_unit: null, y_label: 'Price (EUR)', y_unit: 'EUR' },
        elements: [
          { label: 'A', value: 100, group: 'sold' },
          { label: 'B', value: 200, group: 'sold' },
        ],
      },
    ],
    [
      'bars that lie, with the labels of bars that stand',
      ['plt.barh(["A", "B"], [0.1 + 0.2, 200]); plt.xlabel("Price (EUR)"); plt.ylabel("Kind")'],
      {
        ...{ type: 'bar', title: null },
        ...{ x_label: 'Kind', x_unit: null, y_label: 'Price (EUR)', y_unit: 'EUR' },
        elements: [
          { label: 'A', value: 0.3 },
          { label: 'B', value: 200 },
        ],
      },
    ],
    [
      'a pie',
      ['plt.pie([1, 9], labels=["q", "t"])'],
      {
        ...{ type: 'pie', title: null },
        elements: [
          { label: 'q', angle: 36, radius: 1 },
          { label: 't', angle: 324, radius: 1 },
        ],
      },
    ],
    [
      'boxes',
      ['plt.boxplot([[1, 2, 3, 4, 5, 20]], labels=["one"])'],
      {
        type: 'box_and_whisker',
        elements: [
          {
            ...{ label: 'one', min: 1, first_quartile: 2.25, median: 3.5, third_quartile: 4.75, max: 5 },
            outliers: [20],
          },
        ],
      },
    ],
    [
      'several of them',
      ['f, (a, b) = plt.subplots(1, 2); a.plot([1, 2]); b.bar(["x"], [1]); f.suptitle("both")'],
      { type: 'superchart', title: 'both', elements: [{ type: 'line' }, { type: 'bar' }] },
    ],
    [
      'several of them without a title',
      ['f, (a, b) = plt.subplots(1, 2); a.plot([1, 2]); b.plot([1])'],
      { type: 'superchart', title: null, elements: [{ title: null }, { title: null }] },
    ],
    ['something else', ['plt.imshow([[1, 2], [3, 4]])'], { type: 'unknown', title: null, elements: [] }],
  ])('that plots %s answers what is shown as data, beside the picture', async (_, lines, chart) => {
    const code = ['import matplotlib.pyplot as plt', ...lines, 'plt.show()'].join('\n')
    const { results, error } = await sandbox.runCode(code)
    expect(error).toBeUndefined()
    expect(results).toHaveLength(1)
    expect(results[0]?.formats()).toEqual(['png'])
    expect(results[0]?.chart).toMatchObject(chart)
  })

  test('that plots more than a chart holds answers the picture alone', async () => {
    const { results, error } = await sandbox.runCode(
      'import matplotlib.pyplot as plt\nplt.plot(range(30_000))\nplt.show()',
    )
    expect(error).toBeUndefined()
    expect(results[0]?.png).toBeDefined()
    expect(results[0]?.chart).toBeUndefined()
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

  test('works where the files of the user are, as the user', async () => {
    await sandbox.files.write('/home/user/table.csv', 'a,b\n1,2\n')
    const { text } = await sandbox.runCode(
      'import getpass; import pandas; (getpass.getuser(), int(pandas.read_csv("table.csv").b[0]))',
    )
    expect(text).toBe("('user', 2)")
  })
})

/** A request to the server itself, as a page of a browser makes it. */
function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  const { proxyUrl } = inject('installation')
  const routing = { 'E2b-Sandbox-Id': sandbox.sandboxId, 'E2b-Sandbox-Port': '49999' }
  return fetch(`${proxyUrl}${path}`, { ...init, headers: { ...routing, ...init.headers } })
}

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

  test('is there again after a pause, too', async () => {
    await sandbox.pause()
    await sandbox.connect()
    const before = await pidOf(serverProcess)
    await sandbox.commands.run(`kill -9 ${before}`, { user: 'root' })
    await expect.poll(async () => (await ask('/health')).status).toBe(200)
    expect(await pidOf(serverProcess)).not.toBe(before)
    expect((await sandbox.runCode('1 + 1')).text).toBe('2')
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
  await sandbox.runCode('kept = "still here"')
  await sandbox.pause()
  await sandbox.connect()
  expect((await sandbox.runCode('kept')).text).toBe('still here')
})

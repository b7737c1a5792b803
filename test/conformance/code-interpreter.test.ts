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
      ['plt.bar(["A", "B"], [100, 200], label="sold")'],
      {
        type: 'bar',
        elements: [
          { label: 'A', value: 100, group: 'sold' },
          { label: 'B', value: 200, group: 'sold' },
        ],
      },
    ],
    [
      'a pie',
      ['plt.pie([1, 3], labels=["q", "t"])'],
      {
        type: 'pie',
        elements: [
          { label: 'q', angle: 90, radius: 1 },
          { label: 't', angle: 270, radius: 1 },
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
    ['something else', ['plt.imshow([[1, 2], [3, 4]])'], { type: 'unknown', elements: [] }],
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
    expect((await sandbox.runCode('"free"', { context })).text).toBe("'free'")
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
    expect((await sandbox.runCode('import os; os.getcwd()', { context: one })).text).toBe("'/tmp'")
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

  test('of another language are refused in words', async () => {
    await expect(sandbox.createCodeContext({ language: 'cobol' })).rejects.toThrow('400')
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
  expect((await other.runCode('open("file").read()')).text).toBe("'mine\\n'")
})

test('a paused sandbox goes on with what its cells knew', async () => {
  await sandbox.runCode('kept = "still here"')
  await sandbox.pause()
  await sandbox.connect()
  expect((await sandbox.runCode('kept')).text).toBe("'still here'")
})

/** What the template `code-interpreter-v1` answers to cells that plot. */
import type { Sandbox } from '@e2b/code-interpreter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstBuildMsMax, startInterpreter } from './code-interpreter.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = (await startInterpreter()).sandbox
}, firstBuildMsMax)
afterAll(async () => void (await sandbox?.kill()))

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

describe('a cell', () => {
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
})

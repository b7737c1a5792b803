import type { Page } from 'playwright-core'
import type { Measured } from '../measured.ts'
import { percentile } from '../statistics.ts'
import type { DashboardMeasurement } from './dashboard-measurement.ts'
import { apiUrl, openSignedIn } from './signed-in-page.ts'

const rows = 1000
const rowsOfPage = 100
const frames = 300
const stepPixels = 60
/** Two frames of a screen of 60 Hz: one that is late, which nobody sees. */
const gapMsMax = 33.4

/** The rows are made up, because no machine of a bench runs so many: the page gets them as control gives them, in pages. */
export async function measureScroll({ browser, signal }: DashboardMeasurement): Promise<Measured> {
  const page = await openSignedIn(browser)
  try {
    await page.route(/\/v2\/sandboxes\?/, (route) => {
      const first = Number(new URL(route.request().url()).searchParams.get('nextToken') ?? 0)
      const next = first + rowsOfPage
      const headers = next < rows ? { 'x-next-token': String(next) } : {}
      return route.fulfill({
        json: Array.from({ length: rowsOfPage }, (_, row) => sandboxOf(first + row)),
        headers,
      })
    })
    await page.goto(apiUrl())
    await page.getByText(`${rows.toLocaleString('en')} sandboxes`).waitFor()
    const samples = await gapsOf(page, '.list-body')
    signal.throwIfAborted()
    await page.goto('about:blank')
    const floor = await gapsOf(page, 'body')
    return {
      figures: [{ name: 'dashboard: gap between frames', samples, floor }],
      readings: [
        {
          name: 'dashboard: gap between frames, p99',
          value: percentile(samples, 99),
          unit: 'ms',
          valueMax: gapMsMax,
        },
        { name: 'dashboard: the longest gap', value: Math.max(...samples), unit: 'ms' },
        { name: '  of an empty page', value: Math.max(...floor), unit: 'ms' },
      ],
      notes: [],
    }
  } finally {
    await page.context().close()
  }
}

async function gapsOf(page: Page, selector: string): Promise<number[]> {
  return await page.evaluate<number[]>(
    `(${scrollAndTime})(${JSON.stringify({ selector, frames, stepPixels })})`,
  )
}

/** Runs in the page, as text because types of browsers are not those of tests: down and up again. */
const scrollAndTime = `async ({ selector, frames, stepPixels }) => {
  const element = document.querySelector(selector)
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const gaps = []
  let lastMs = await nextFrame()
  for (let frame = 0; frame < frames; frame++) {
    element.scrollBy(0, frame < frames / 2 ? stepPixels : -stepPixels)
    const nowMs = await nextFrame()
    gaps.push(nowMs - lastMs)
    lastMs = nowMs
  }
  return gaps
}`

function sandboxOf(number: number) {
  const startedAt = new Date(Date.now() - number * 61_000).toISOString()
  return {
    ...{
      sandboxID: `i${number.toString(36).padStart(19, '0')}`,
      templateID: 'base',
      alias: 'base',
      clientID: 'node',
    },
    ...{ startedAt, endAt: new Date(Date.now() + 3_600_000).toISOString(), cpuCount: 2, memoryMB: 1024 },
    ...{ diskSizeMB: 10_240, state: number % 3 === 0 ? 'paused' : 'running', envdVersion: '0.6.13' },
    metadata: { user: `user-${number % 50}`, session: `session-${number}` },
  }
}

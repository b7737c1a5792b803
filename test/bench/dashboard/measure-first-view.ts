import type { Measured } from '../measured.ts'
import { percentile } from '../statistics.ts'
import type { DashboardMeasurement } from './dashboard-measurement.ts'
import { apiUrl, openSignedIn } from './signed-in-page.ts'

const visits = 15
const readyMsMax = 1000
const bytesMax = 250 * 1024

/** Each visit is that of a browser that was never there. */
export async function measureFirstView({
  browser,
  sandboxId,
  signal,
}: DashboardMeasurement): Promise<Measured> {
  const samples: number[] = []
  const floor: number[] = []
  let bytes = 0
  for (let visit = -1; visit < visits; visit++) {
    signal.throwIfAborted()
    const page = await openSignedIn(browser)
    const startedMs = performance.now()
    await page.goto(apiUrl(), { waitUntil: 'commit' })
    await page.getByRole('link', { name: sandboxId }).waitFor()
    const tookMs = performance.now() - startedMs
    const files = await page.evaluate<readonly LoadedFile[]>(listFiles)
    bytes = files.reduce((sum, { transferred }) => sum + transferred, 0)
    await page.context().close()
    const floorMs = await fetchAll(files.map(({ url }) => url))
    // The first one pays for what the services do once.
    if (visit < 0) continue
    samples.push(tookMs)
    floor.push(floorMs)
  }
  return {
    figures: [{ name: 'dashboard: address to list', samples, floor }],
    readings: [
      {
        name: 'dashboard: address to list, p90',
        value: percentile(samples, 90),
        unit: 'ms',
        valueMax: readyMsMax,
      },
      { name: 'dashboard: first view', value: bytes / 1024, unit: 'KB', valueMax: bytesMax / 1024 },
    ],
    notes: [],
  }
}

interface LoadedFile {
  readonly url: string
  readonly transferred: number
}

/** Runs in the page, as text because types of browsers are not those of tests. */
const listFiles = `['navigation', 'resource']
  .flatMap((type) => performance.getEntriesByType(type))
  .map(({ name, transferSize }) => ({ url: name, transferred: transferSize }))`

async function fetchAll(urls: readonly string[]): Promise<number> {
  const startedMs = performance.now()
  const headers = { 'x-api-key': String(process.env.E2B_API_KEY) }
  for (const url of urls) await (await fetch(url, { headers })).arrayBuffer()
  return performance.now() - startedMs
}

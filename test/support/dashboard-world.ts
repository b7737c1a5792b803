/** Pages of the dashboard in Debian's Chromium, with control over a simulated node. */
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startWorld, type World, type WorldOptions } from '../system/control-world.ts'
import { recordNotices, watchComplaints } from './browser.ts'
import { startBrowser } from './chromium.ts'
import { buildDashboard } from './dashboard.ts'

/** Nothing listens there: sandboxes of the simulated node have no daemon. */
const noProxyPort = 9
/** Milliseconds that only a hang reaches: a browser beside other tests is slow. */
export const testMsMax = 180_000
export const stepMsMax = 60_000

export interface OpenPage {
  /** Nothing is open in it yet. */
  readonly page: Page
  readonly world: World
  readonly expectNoComplaints: () => void
}

export interface PageOptions extends WorldOptions {
  /** Of a daemon that stands for those of all sandboxes. */
  readonly proxyPort?: number
}

/** Prepares the tests of a `describe`. Returns what opens a page over a world of its own; both are ended with the test. */
export function prepareDashboard(): (options?: PageOptions) => Promise<OpenPage> {
  let browser: Browser | undefined
  let directory: string
  beforeAll(async () => {
    directory = await buildDashboard()
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())
  return async ({ proxyPort = noProxyPort, ...options } = {}) => {
    if (browser === undefined) throw new Error('the browser is started before the first test')
    const world = await startWorld({
      dashboard: { directory, proxyPort },
      clock: new FakeClock(Date.now()),
      volumes: new SimulatedVolumes(),
      ...options,
    })
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await recordNotices(page)
    page.setDefaultTimeout(stepMsMax)
    return { page, world, expectNoComplaints: watchComplaints(page) }
  }
}

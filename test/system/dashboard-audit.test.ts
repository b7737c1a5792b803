/** The audit log in the dashboard. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { whyNoBrowser } from '../support/chromium.ts'
import { rowOf, signIn } from '../support/dashboard.ts'
import { prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { firstKey } from './control-world.ts'

const pageSize = 100

describe.skipIf(whyNoBrowser !== undefined)('the audit log of the dashboard', { timeout: testMsMax }, () => {
  const openPage = prepareDashboard()

  test('had holes after older events were read and many others came', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const log = await serveEvents(page)
    await openLog(page, world.url)
    await page.getByRole('button', { name: 'Older events' }).click()
    await rowOf(page, 'reason-1.').waitFor()
    log.newest = 250
    await rowOf(page, 'reason-250.').waitFor()
    log.newest = 340
    await rowOf(page, 'reason-340.').waitFor()
    // What is between the newest page and what was read before.
    expect(await rowOf(page, 'reason-205.').count()).toBe(1)
    // More come at once than a page has.
    log.newest = 600
    await rowOf(page, 'reason-600.').waitFor()
    expect(await rowOf(page, 'reason-340.').count()).toBe(0)
    await page.getByRole('button', { name: 'Older events' }).click()
    await rowOf(page, 'reason-500.').waitFor()
    expectNoComplaints()
  })

  test('showed older events of another filter when they came after it was changed', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const log = await serveEvents(page)
    await openLog(page, world.url)
    log.held = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/nextToken=/)
    await page.getByRole('button', { name: 'Older events' }).click()
    await asked
    await page.getByLabel('Event', { exact: true }).fill('killSandbox')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    const answered = page.waitForResponse(/nextToken=/)
    log.held.resolve()
    await answered
    // The list was loaded again after that response.
    await page.waitForResponse(/kind=killSandbox/)
    await page.waitForResponse(/kind=killSandbox/)
    expect(await page.getByRole('row').count()).toBe(2)
    expectNoComplaints()
  })
})

async function openLog(page: Page, url: string): Promise<void> {
  await signIn(page, url, { apiKey: firstKey })
  await page.getByRole('link', { name: 'Audit log' }).click()
  await rowOf(page, 'reason-200.').waitFor()
}

/** Events have the numbers of their order; with a filter there is one. */
async function serveEvents(page: Page) {
  const log: { newest: number; held?: PromiseWithResolvers<void> } = { newest: 200 }
  await page.route(/\/events(\?|$)/, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const after = query.get('nextToken')
    if (after !== null) await log.held?.promise
    if (query.has('kind')) return await route.fulfill({ json: [eventOf(7)] })
    const newest = after === null ? log.newest : Number(after) - 1
    const count = Math.min(pageSize, newest)
    const json = Array.from({ length: count }, (_, index) => eventOf(newest - index))
    const headers = newest > pageSize ? { 'x-next-token': String(newest - pageSize + 1) } : undefined
    await route.fulfill({ json, ...(headers === undefined ? {} : { headers }) })
  })
  return log
}

function eventOf(number: number) {
  return {
    id: String(number),
    timestamp: new Date(number * 1000).toISOString(),
    kind: 'createSandbox',
    outcome: 'done',
    actor: 'admin',
    reason: `reason-${number}.`,
  }
}

/** What the dashboard says of data that it cannot load again. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { seeNotice } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { rowOf, signIn } from '../support/dashboard.ts'
import { prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { adminToken, field, firstKey } from './control-world.ts'

const message = 'the database does not respond'
const warning = `What is shown may be old: ${message}`

describe.skipIf(whyNoBrowser !== undefined)('the dashboard', { timeout: testMsMax }, () => {
  const openPage = prepareDashboard()

  test('showed old data as present while the API answered errors', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const id = await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await rowOf(page, id).waitFor()
    await expectWarning(page, /\/v2\/sandboxes\?/)
    expect(await rowOf(page, id).isVisible()).toBe(true)
    await page.goto(`${world.url}/#/sandboxes/${id}`)
    await page.getByText('At its end').waitFor()
    await expectWarning(page, `**/sandboxes/${id}`)
    await page.getByRole('link', { name: 'Logs' }).click()
    await page.getByText('No lines yet').waitFor()
    await expectWarning(page, /\/logs\?/)
    expectNoComplaints()
  })

  test('showed an old state of a build as present while the API answered errors', async () => {
    const { page, world } = await openPage()
    const { body } = await world.call('POST', '/v3/templates', { body: { name: 'tools' } })
    await signIn(page, world.url, { apiKey: firstKey })
    await page.goto(`${world.url}/#/templates/${field(body, 'templateID')}/${field(body, 'buildID')}`)
    await page.getByRole('log', { name: 'Log of the build' }).waitFor()
    await expectWarning(page, /\/status\?/)
  })

  test('an admin token that was revoked left its views open, with what they had', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await signIn(page, world.url, { apiKey: firstKey, adminToken })
    await page.getByRole('link', { name: 'Nodes' }).click()
    await page.getByRole('button', { name: /^Drain / }).waitFor()
    await page.route('**/nodes', (route) =>
      route.fulfill({ status: 401, json: { code: 401, message: 'the admin token is not valid' } }),
    )
    await seeNotice(page, 'The admin token is not valid any more')
    await page.getByRole('heading', { name: 'Sandboxes' }).waitFor()
    const views = page.getByRole('navigation', { name: 'Views' })
    expect(await views.getByRole('link', { name: 'Nodes' }).count()).toBe(0)
    await page.reload()
    await page.getByText('No sandboxes').waitFor()
    expect(await views.getByRole('link', { name: /Nodes|Teams/ }).count()).toBe(0)
    expectNoComplaints()
  })
})

/** While requests to that URL are answered by 503, and not when they are answered again. */
async function expectWarning(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status: 503, json: { code: 503, message } }))
  await page.getByText(warning).waitFor()
  await page.unroute(url)
  await page.getByText(warning).waitFor({ state: 'detached' })
}

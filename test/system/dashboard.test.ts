/** The dashboard in Debian's Chromium, with control over a simulated node. */
import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findObstacles } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { rowOf, showPage, signIn } from '../support/dashboard.ts'
import { prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { adminToken, field, firstKey, type World } from './control-world.ts'

/** Two examinations of each view. */
const everyViewMsMax = 240_000

describe.skipIf(whyNoBrowser !== undefined)('the dashboard', { timeout: testMsMax }, () => {
  const openPage = prepareDashboard()

  test('begins with a sign-in, which says when the key is not valid', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await page.goto(world.url)
    await page.getByLabel('API key').fill(`e2b_${'f'.repeat(40)}`)
    await page.keyboard.press('Enter')
    await page.getByText('This API key is not valid.').waitFor()
    await page.getByLabel('API key').fill(firstKey)
    await page.keyboard.press('Enter')
    await page.getByText('No sandboxes').waitFor()
    await page.reload()
    await page.getByText('No sandboxes').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    await page.reload()
    await page.getByLabel('API key').waitFor()
    expectNoComplaints()
  })

  test('a place that is opened before the page was painted for the first time is not shown', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      if (document.querySelector('nav') === null) return
      observer.disconnect()
      location.hash = '#/templates'
    }).observe(document, { subtree: true, childList: true })`)
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
    expectNoComplaints()
  })

  test('a key that was pressed soon after `g` did not count when the page was busy until later', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await page.clock.install()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByText('No sandboxes').waitFor()
    const press = (key: string, atMs: number) =>
      page.evaluate(`(() => {
        const event = new KeyboardEvent('keydown', { key: '${key}', bubbles: true })
        Object.defineProperty(event, 'timeStamp', { value: ${atMs} })
        document.body.dispatchEvent(event)
      })()`)
    await press('g', 10_000)
    await page.clock.fastForward(2_000)
    await press('t', 10_100)
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
    await press('g', 20_000)
    await press('s', 22_000)
    expect(await page.evaluate('location.hash')).toBe('#/templates')
    expectNoComplaints()
  })

  test('creates, pauses, resumes, forks and kills sandboxes, and shows those that others create', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByText('No sandboxes').waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Metadata').fill('user=alice')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/#\/sandboxes\/i\w+$/)
    const id = page.url().split('/').at(-1) ?? ''
    await page.keyboard.type('gs')
    await rowOf(page, id).getByText('running').waitFor()
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({ metadata: { user: 'alice' } })

    await page.getByRole('button', { name: `Pause ${id}` }).click()
    await rowOf(page, id).getByText('paused').waitFor()
    await page.getByRole('button', { name: `Resume ${id}` }).click()
    await rowOf(page, id).getByText('running').waitFor()
    await page.getByRole('button', { name: `Fork ${id}` }).click()
    await page.getByText('2 sandboxes, 2 running').waitFor()

    const other = await world.create({ metadata: { user: 'bob' } })
    await rowOf(page, other).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('user=bob')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: `Kill ${other}` }).click()
    await page.getByText(`This ends ${other} for good`).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click()
    await page.getByText('No sandbox matches the filter').waitFor()
    expect((await world.call('GET', `/sandboxes/${other}`)).status).toBe(404)
    expectNoComplaints()
  })

  test('creates API keys of each kind, with the end of their life, and shows what each allows', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByRole('link', { name: 'API keys' }).click()
    const create = async (name: string, allows: string, expires: string, day?: string) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create API key' })
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByLabel('Allows').selectOption({ label: allows })
      await dialog.getByLabel('Expires').selectOption({ label: expires })
      if (day !== undefined) await dialog.getByLabel('Last day').fill(day)
      await dialog.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('Keep it now').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
    }
    await create('of-all', 'Everything', 'Never')
    await create('of-admin', 'Everything, as an admin', 'After a day')
    await create('of-member', 'Everything but keys, as a member', 'After 30 days')
    await create('of-reader', 'Only what changes nothing, as a reader', 'On a day…', '2099-12-31')
    await create('of-agent', 'Sandboxes only', 'After a year')
    await page.getByRole('row').filter({ hasText: 'of-member' }).getByText('in 29 d').waitFor()
    await page.getByRole('row').filter({ hasText: 'of-all' }).getByText('never').first().waitFor()
    const { body } = await world.call('GET', '/api-keys')
    const made = (body as { name: string; scope: string; expiresAt: string | null }[])
      .filter(({ name }) => name.startsWith('of-'))
      .map(({ name, scope, expiresAt }) => [name, [scope, daysUntil(expiresAt)]] as const)
    expect(Object.fromEntries(made)).toEqual({
      'of-all': ['full', null],
      'of-admin': ['admin', 1],
      'of-member': ['member', 30],
      // The day is that of the browser, whose midnight is another one in most places.
      'of-reader': ['read-only', expect.closeTo(daysUntil('2100-01-01T00:00:00Z') ?? 0, -1)],
      'of-agent': ['sandbox-only', 365],
    })
    expectNoComplaints()
  })

  test('says that a key cannot outlive the one that creates it', async () => {
    const { page, world } = await openPage()
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const made = await world.call('POST', '/api-keys', { body: { name: 'short', expiresAt } })
    await signIn(page, world.url, { apiKey: field(made.body, 'key') })
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByText(/^Yours expires at /).waitFor()
    await dialog.getByLabel('Name').fill('longer')
    await dialog.getByLabel('Expires').selectOption({ label: 'After a day' })
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText('a key that it creates cannot expire later').waitFor()
  })

  test('signs out, and says why, when the key is revoked while the page is open', async () => {
    const { page, world } = await openPage()
    const made = await world.call('POST', '/api-keys', { body: { name: 'laptop' } })
    await signIn(page, world.url, { apiKey: field(made.body, 'key') })
    await page.getByText('No sandboxes').waitFor()
    expect((await world.call('DELETE', `/api-keys/${field(made.body, 'id')}`)).status).toBe(204)
    await page.getByText('You were signed out: the API key is not valid any more.').waitFor()
    await page.getByLabel('API key').waitFor()
  })

  test('says that Cay does not respond, keeps what it has, and goes on by itself', async () => {
    const { page, world } = await openPage()
    const id = await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await rowOf(page, id).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Cay does not respond.').waitFor()
    expect(await rowOf(page, id).isVisible()).toBe(true)
    const other = await world.create()
    await page.context().setOffline(false)
    await rowOf(page, other).waitFor()
    await expect.poll(() => page.getByText('Cay does not respond.').count()).toBe(0)
  })

  test('goes on by itself after a closed laptop, though a request from before it gets no response', async () => {
    const { page, world } = await openPage()
    const first = await world.create()
    await page.clock.install()
    await signIn(page, world.url, { apiKey: firstKey })
    await rowOf(page, first).waitFor()
    const asked = Promise.withResolvers<void>()
    // As of a connection that died while the machine slept.
    await page.route(/\/v2\/sandboxes\?|\/auth\/caller/, () => asked.resolve())
    await asked.promise
    const other = await world.create()
    await page.clock.fastForward('08:00:00')
    await page.getByText('Cay does not respond.').waitFor()
    expect(await rowOf(page, first).isVisible()).toBe(true)
    await page.unrouteAll()
    await rowOf(page, other).waitFor()
    await expect.poll(() => page.getByText('Cay does not respond.').count()).toBe(0)
  })

  test('sends no requests while it is hidden, and loads at once when it is shown again', async () => {
    const { page, world } = await openPage()
    const inFlight = new Set<Request>()
    page.on('request', (request) => inFlight.add(request))
    page.on('requestfinished', (request) => inFlight.delete(request))
    page.on('requestfailed', (request) => inFlight.delete(request))
    await page.clock.install()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByText('No sandboxes').waitFor()
    await showPage(page, 'hidden')
    // What was sent before is not counted.
    await expect.poll(() => inFlight.size).toBe(0)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const id = await world.create()
    await page.clock.fastForward('08:00:00')
    expect(await rowOf(page, id).count()).toBe(0)
    expect(requests).toEqual([])
    await showPage(page, 'visible')
    await rowOf(page, id).waitFor()
  })

  test('shows markup in names as text, and never runs it', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
    const id = await world.create({ metadata: { [markup]: `${markup}"'` } })
    await signIn(page, world.url, { apiKey: firstKey })
    await rowOf(page, id).getByText(markup).waitFor()
    await rowOf(page, id).getByRole('link').click()
    await page.getByText(`Metadata ${markup}`).waitFor()
    expect(await page.locator('img, main script').count()).toBe(0)
    expect(await page.title()).toBe(`${id} · Sandboxes · Cay`)
    expectNoComplaints()
  })

  test('draws only the rows in sight of a long list, and the last one when it is scrolled to', async () => {
    const { page, world } = await openPage()
    world.node.room = 2000
    for (let count = 0; count < 120; count++) await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.getByText('120 sandboxes, 120 running').waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    const body = page.getByRole('rowgroup', { name: 'Sandboxes, rows' })
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await page.locator('[role=row][aria-rowindex="121"]').waitFor()
  })

  test('has no serious obstacle in any view, light or dark', { timeout: everyViewMsMax }, async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const found: object[] = []
    const look = async (view: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const findings = await findObstacles(page, colorScheme === 'light' ? 'all' : 'colours')
        found.push(...findings.map((finding) => ({ view, colorScheme, ...finding })))
      }
    }
    await page.goto(world.url)
    await page.getByLabel('API key').waitFor()
    await look('sign-in')
    const id = await fill(world)
    await signIn(page, world.url, { apiKey: firstKey, adminToken })
    await page.keyboard.press('?')
    await page.getByText('Keyboard shortcuts').waitFor()
    await look('help')
    await page.keyboard.press('Escape')
    for (const link of await page.getByRole('navigation', { name: 'Views' }).getByRole('link').all()) {
      await link.click()
      await page.getByRole('row').nth(1).waitFor()
      await look((await link.textContent()) ?? '')
    }
    await page.goto(`${world.url}/#/sandboxes/${id}`)
    for (const part of ['Overview', 'Logs', 'Metrics', 'Network', 'Events', 'Snapshots']) {
      await page.getByRole('link', { name: part, exact: true }).click()
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
      await look(part)
    }
    expect(found).toEqual([])
    expectNoComplaints()
  })
})

/** Something is in each list. Returns the id of a sandbox. */
async function fill(world: World): Promise<string> {
  world.hosts.set('hooks.example.com', ['93.184.215.14'])
  const id = await world.create({ metadata: { user: 'alice' }, timeout: 3600 })
  const webhook = {
    name: 'events',
    url: 'https://hooks.example.com/cay',
    events: ['sandbox.lifecycle.created'],
    signatureSecret: 'long enough',
  }
  const bodies = {
    [`/sandboxes/${id}/snapshots`]: { name: 'prepared' },
    '/secrets': { name: 'api-key', value: 'hidden' },
    '/volumes': { name: 'models' },
    '/v3/templates': { name: 'tools' },
    '/events/webhooks': webhook,
  }
  for (const [path, body] of Object.entries(bodies)) {
    const reply = await world.call('POST', path, { body })
    if (reply.status < 200 || reply.status > 299) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
  }
  return id
}

function daysUntil(instant: string | null): number | null {
  return instant === null ? null : Math.round((Date.parse(instant) - Date.now()) / 86_400_000)
}

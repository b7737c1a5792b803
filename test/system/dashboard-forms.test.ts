/** What the dashboard creates, changes and deletes beside sandboxes, in Debian's Chromium, with control over a simulated node. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seeNotice } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { rowOf, signIn } from '../support/dashboard.ts'
import { type OpenPage, prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { adminToken, firstKey } from './control-world.ts'

describe.skipIf(whyNoBrowser !== undefined)('the dashboard', { timeout: testMsMax }, () => {
  const prepare = prepareDashboard()
  /** The view of that name, to an administrator. */
  const openPage = async (view: string): Promise<OpenPage> => {
    const opened = await prepare()
    const { page, world } = opened
    await signIn(page, world.url, { apiKey: firstKey, adminToken })
    const navigation = page.getByRole('navigation', { name: 'Views' })
    await navigation.getByRole('link', { name: view, exact: true }).click()
    return opened
  }

  test('creates and deletes volumes, and says who has one that cannot be deleted', async () => {
    const { page, world, expectNoComplaints } = await openPage('Volumes')
    await create(page, 'volume', { Name: 'models', 'Quota in MiB': '2048' })
    await rowOf(page, 'models').getByText('2.0 GiB').waitFor()
    const id = await world.create({ volumeMounts: [{ name: 'models', path: '/mnt' }] })
    await confirm(page, 'Delete models', 'Delete')
    await page.getByText(`Volume 'models' is mounted in ${id}`).waitFor()
    expect((await world.call('DELETE', `/sandboxes/${id}`)).status).toBe(204)
    await confirm(page, 'Delete models', 'Delete')
    await page.getByText('No volumes').waitFor()
    expect((await world.call('GET', '/volumes')).body).toEqual([])
    expectNoComplaints()
  })

  test('keeps a form with what is in it and says why the API refused it', async () => {
    const { page } = await openPage('Volumes')
    await create(page, 'volume', { Name: 'not a name', 'Quota in MiB': '64' })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('a volume name has').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('not a name')
  })

  test('the focus was lost when a form or a question had been answered by the keyboard', async () => {
    const { page, expectNoComplaints } = await openPage('Volumes')
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.getByRole('button', { name: 'Create volume' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Name').fill('models')
    await page.keyboard.press('Enter')
    await rowOf(page, 'models').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Create volume')
    await page.getByRole('button', { name: 'Delete models' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Delete')
    expectNoComplaints()
  })

  test('a button lost the focus while its request ran, and when it had another name afterwards', async () => {
    const { page, world, expectNoComplaints } = await openPage('Sandboxes')
    const id = await world.create()
    const button = page.getByRole('button', { name: new RegExp(`^(Pause|Resume) ${id}$`) })
    const pausing = await hold(page, /\/pause$/)
    await button.focus()
    await page.keyboard.press('Enter')
    const release = await pausing.received
    await page.locator('button[aria-busy=true]').waitFor()
    expect(await focusedName(page)).toBe(`Pause ${id}`)
    // It does not begin a second one.
    await page.keyboard.press('Enter')
    await release()
    await page.getByRole('button', { name: `Resume ${id}` }).waitFor()
    expect(await focusedName(page)).toBe(`Resume ${id}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Pause ${id}` }).waitFor()
    expect([await focusedName(page), pausing.count()]).toEqual([`Pause ${id}`, 1])
    expectNoComplaints()
  })

  test('the button of a form lost the focus while its request ran', async () => {
    const { page } = await openPage('Volumes')
    const creating = await hold(page, /\/volumes$/, 'POST')
    await page.getByRole('button', { name: 'Create volume' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('not a name')
    await dialog.getByLabel('Quota in MiB').fill('64')
    await dialog.getByRole('button', { name: 'Create', exact: true }).focus()
    await page.keyboard.press('Enter')
    const release = await creating.received
    await dialog.locator('button[aria-busy=true]').waitFor()
    expect(await focusedName(page)).toBe('Create')
    await page.keyboard.press('Enter')
    await release()
    await dialog.getByRole('alert').getByText('a volume name has').waitFor()
    expect([await focusedName(page), creating.count()]).toEqual(['Create', 1])
  })

  test('a shortcut left a form that was open, with what was in it, when nothing had the focus', async () => {
    const { page } = await openPage('Volumes')
    await page.getByRole('button', { name: 'Create volume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create volume' })
    await dialog.getByLabel('Name').fill('models')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await rowOf(page, 'models').waitFor()
  })

  test('creates secrets, gives them new values that it never shows, and deletes them', async () => {
    const { page, world, expectNoComplaints } = await openPage('Secrets')
    await create(page, 'secret', { Name: 'token', Value: 'sk-first' }, 'Save')
    await rowOf(page, 'token').waitFor()
    await page.getByRole('button', { name: 'New value of token' }).click()
    await page.getByRole('dialog').getByLabel('Value').fill('sk-second')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await seeNotice(page, 'token has a new value')
    expect((await world.call('GET', '/secrets/token')).body).toMatchObject({ currentVersion: 2 })
    expect(await page.content()).not.toContain('sk-')
    await confirm(page, 'Delete token', 'Delete')
    await page.getByText('No secrets').waitFor()
    expectNoComplaints()
  })

  test('creates webhooks, tests, disables and deletes them, and sends a delivery again', async () => {
    const { page, world, expectNoComplaints } = await openPage('Webhooks')
    const receiver = await startReceiver()
    await create(page, 'webhook', { Name: 'hook', URL: receiver.url, 'Signature secret': 'long enough' })
    await rowOf(page, 'hook').getByText('enabled').waitFor()
    await page.getByRole('button', { name: 'Test hook' }).click()
    await seeNotice(page, 'Delivered: status 200')
    receiver.status = 503
    await page.getByRole('button', { name: 'Test hook' }).click()
    await page.getByText('The test was not delivered: status 503').waitFor()
    const id = await world.create()
    await page.getByRole('link', { name: 'hook', exact: true }).click()
    await expect
      .poll(async () => {
        await world.clock.advance(300)
        return await rowOf(page, id).count()
      })
      .toBe(1)
    await rowOf(page, id).getByText('503 the receiver answered 503', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Send again delivery / }).click()
    await seeNotice(page, 'Sent again')
    await page.getByRole('link', { name: 'All webhooks' }).click()
    await page.getByRole('button', { name: 'Disable hook' }).click()
    await rowOf(page, 'hook').getByText('disabled').waitFor()
    await confirm(page, 'Delete hook', 'Delete')
    await page.getByText('No webhooks').waitFor()
    expectNoComplaints()
  })

  test('changes the rules, the end and the snapshots of a sandbox', async () => {
    const { page, world, expectNoComplaints } = await openPage('Sandboxes')
    const id = await world.create({ timeout: 60 })
    await page.goto(`${world.url}/#/sandboxes/${id}/network`)
    await setRules(page, { Allowed: 'api.example.com', Denied: '0.0.0.0/0' })
    await seeNotice(page, 'The new rules are in force')
    const path = `/sandboxes/${id}`
    expect((await world.call('GET', path)).body).toMatchObject({
      network: { allowOut: ['api.example.com'], denyOut: ['0.0.0.0/0'] },
    })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'End in 30 minutes' }).click()
    await seeNotice(page, 'Ends in 30 minutes')
    await page.getByRole('link', { name: 'Snapshots' }).click()
    await page.getByRole('button', { name: 'Create snapshot' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('prepared')
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    await rowOf(page, 'prepared')
      .getByRole('button', { name: /^Create sandbox from / })
      .click()
    await expect.poll(() => page.url()).toMatch(/#\/sandboxes\/i\w+$/)
    expect(page.url()).not.toContain(id)
    expectNoComplaints()
  })

  test('a change of the rules removed a proxy that has no password', async () => {
    const { page, world } = await openPage('Sandboxes')
    const egressProxy = { address: '203.0.113.9:1080' }
    const id = await world.create({ network: { egressProxy } })
    await page.goto(`${world.url}/#/sandboxes/${id}/network`)
    await setRules(page, { Denied: '192.0.2.0/24' })
    await seeNotice(page, 'The new rules are in force')
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({
      network: { denyOut: ['192.0.2.0/24'], egressProxy },
    })
  })

  test('drains a node, creates a team and limits it, with the admin token', async () => {
    const { page, world, expectNoComplaints } = await openPage('Nodes')
    const drain = page.getByRole('button', { name: /^Drain / })
    await drain.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drain' }).click()
    await page.getByRole('button', { name: /^Make ready / }).click()
    await drain.waitFor()
    await page.getByRole('link', { name: 'Teams' }).click()
    await create(page, 'team', { Slug: 'docs' })
    await page.getByText('Keep it now').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Limits of docs' }).click()
    await page.getByRole('dialog').getByLabel('Running sandboxes').fill('3')
    await page.getByRole('dialog').getByRole('button', { name: 'Set' }).click()
    await rowOf(page, 'docs').getByText('0 of 3').waitFor()
    const headers = { 'x-admin-token': adminToken }
    const teams = (await world.call('GET', '/admin/teams', { key: null, headers })).body
    expect(teams).toContainEqual(
      expect.objectContaining({ slug: 'docs', limits: expect.objectContaining({ runningSandboxes: 3 }) }),
    )
    expectNoComplaints()
  })
})

const focusedName = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
  )

/** The first request waits for `release`. */
async function hold(page: Page, url: RegExp, method = 'POST') {
  const { promise: received, resolve } = Promise.withResolvers<() => Promise<void>>()
  let count = 0
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return await route.continue()
    count += 1
    if (count === 1) resolve(() => route.continue())
    else await route.continue()
  })
  return { received, count: () => count }
}

async function create(
  page: Page,
  what: string,
  fields: Readonly<Record<string, string>>,
  submit = 'Create',
): Promise<void> {
  await page.getByRole('button', { name: `Create ${what}` }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
}

async function confirm(page: Page, label: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('dialog').getByRole('button', { name: answer }).click()
}

async function setRules(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Change rules' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Apply' }).click()
}

async function startReceiver() {
  const receiver = { url: '', status: 200 }
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(receiver.status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return receiver
}

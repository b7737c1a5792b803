/** Who signs in to the dashboard, by the identity provider or with a key, and what is offered to whom. */
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findObstacles, seeNotice } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { prepareDashboard, stepMsMax, testMsMax } from '../support/dashboard-world.ts'
import { answerLogins, startProvider } from '../support/identity-provider.ts'
import { field, firstKey, secondKey, type World } from './control-world.ts'

/** Longer than the life of the provider's tokens. */
const lateMs = 400_000

describe.skipIf(whyNoBrowser !== undefined)('the sign-in', { timeout: testMsMax }, () => {
  const prepare = prepareDashboard()
  /** Who signs in has these claims. The provider is ended with the test. */
  const openPage = async (claims: object) => {
    const clock = new FakeClock(Date.now())
    const provider = await startProvider(clock)
    answerLogins(provider, () => claims)
    return { ...(await prepare({ clock, issuer: provider.issuer })), provider }
  }

  test('leads to the identity provider and back to where somebody wanted to go, and is of this tab alone', async () => {
    const { page, world, expectNoComplaints } = await openPage({ groups: ['cay:default:admin'] })
    await page.goto(`${world.url}/#/templates`)
    const button = page.getByRole('button', { name: /^Sign in with 127\.0\.0\.1:/ })
    await button.waitFor()
    expect(await findObstacles(page, 'all')).toEqual([])
    await button.click()
    await page.getByRole('heading', { name: 'Templates' }).waitFor()
    await page.getByText('alice@example.com').waitFor()
    expect(page.url()).toBe(`${world.url}/#/templates`)
    await page.reload()
    await page.getByText('alice@example.com').waitFor()
    const other = await page.context().newPage()
    await other.goto(world.url)
    await other.getByLabel('API key').waitFor({ timeout: stepMsMax })
    expect((await world.call('GET', '/api-keys')).body).not.toContainEqual(
      expect.objectContaining({ name: 'login of alice@example.com' }),
    )
    expectNoComplaints()
  })

  test('is renewed when its token has expired, and ends when the provider renews it no longer', async () => {
    const { page, world, provider } = await openPage({ groups: ['cay:default:admin'] })
    await signInAtProvider(page, world)
    await page.getByText('No sandboxes').waitFor()
    world.clock.skip(lateMs)
    const id = await world.create()
    await page.getByRole('row').filter({ hasText: id }).waitFor()
    expect(provider.requests.get('/token')).toBe(2)
    provider.responses.set('/token', () => ({ status: 400, body: { error: 'invalid_grant' } }))
    world.clock.skip(lateMs)
    await page.getByText('You were signed out: your sign-in at the identity provider has ended.').waitFor()
    await page.getByLabel('API key').waitFor()
  })

  test('the renewal of a sign-in that had ended was kept as that of whoever had signed in since', async () => {
    const { page, world } = await openPage({ groups: ['cay:default:admin'] })
    await signInAtProvider(page, world)
    await page.getByText('No sandboxes').waitFor()
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/auth/token', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    world.clock.skip(lateMs)
    await asked.promise
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').fill(firstKey)
    await page.keyboard.press('Enter')
    await page.getByText('No sandboxes').waitFor()
    const renewed = page.waitForResponse('**/auth/token')
    held.resolve()
    await (await renewed).finished()
    // The page has read what came before.
    await page.waitForResponse(/\/v2\/sandboxes/)
    expect(JSON.parse(await page.evaluate<string>('sessionStorage["cay-session-2"]'))).toMatchObject({
      credential: { kind: 'key', apiKey: firstKey },
    })
  })

  test('the name of another team stood over the sandboxes of the first one when it could not be opened', async () => {
    const { page, world } = await openPage({ groups: ['cay:default:admin', 'cay:second:admin'] })
    await signInAtProvider(page, world)
    await page.getByText('No sandboxes').waitFor()
    const team = page.getByLabel('Team')
    const first = await team.inputValue()
    await page.route('**/auth/caller', (route) =>
      route.fulfill({ status: 503, json: { code: 503, message: 'the database does not respond' } }),
    )
    await team.selectOption({ index: 1 })
    await seeNotice(page, 'the database does not respond')
    await expect.poll(() => team.inputValue()).toBe(first)
  })

  test('offers a reader nothing that would be refused, and another team what the role there allows', async () => {
    const { page, world, expectNoComplaints } = await openPage({
      groups: ['cay:default:read-only', 'cay:second:member'],
    })
    const [id, other] = [await world.create(), await world.create({}, secondKey)]
    await signInAtProvider(page, world)
    await page.getByRole('row').filter({ hasText: id }).waitFor()
    await page.getByText('read-only', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /Create|Pause|Fork|Kill/ }).count()).toBe(0)
    await page.keyboard.press('c')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('link', { name: id }).click()
    await page.getByRole('link', { name: 'Logs' }).waitFor()
    const parts = page.getByRole('navigation', { name: 'Parts of the sandbox' }).getByRole('link')
    expect(await parts.allTextContents()).toEqual([
      ...['Overview', 'Logs', 'Metrics', 'Network', 'Events', 'Snapshots'],
    ])
    for (const name of ['Templates', 'Volumes', 'Secrets', 'Webhooks', 'API keys', 'Audit log']) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
      const buttons = page.getByRole('main').getByRole('button', { name: /Create|Delete|Revoke|New/ })
      expect([name, await buttons.count()]).toEqual([name, 0])
    }
    await page.getByRole('link', { name: 'Sandboxes', exact: true }).click()
    await page.getByLabel('Team').selectOption({ index: 1 })
    await page.getByRole('button', { name: `Kill ${other}` }).waitFor()
    await page.getByRole('button', { name: 'Create sandbox' }).waitFor()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: /^API keys of / }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('button', { name: /Create|Revoke/ }).count()).toBe(0)
    expectNoComplaints()
  })

  test('says why the provider refused it, as text, and takes no answer to a question of another tab', async () => {
    const { page, world, provider, expectNoComplaints } = await openPage({})
    const markup = '<img src=x onerror="document.title=1">'
    provider.responses.set('/authorize', (query) => ({
      location: `${world.url}/?${new URLSearchParams({
        ...{ error: 'access_denied', error_description: markup, state: query.get('state') ?? '' },
      })}`,
    }))
    await page.goto(world.url)
    await page.getByRole('button', { name: /^Sign in with/ }).click()
    await page.getByText(`The identity provider refused the sign-in: ${markup}`).waitFor()
    await page.goto(`${world.url}/?code=the-code&state=another`)
    await page.getByText('This sign-in was not begun in this tab.').waitFor()
    expect(page.url()).toBe(`${world.url}/`)
    expect(provider.requests.get('/token')).toBeUndefined()
    expectNoComplaints()
  })

  test('says that a user has no role, and that the provider does not respond; a key opens the page then', async () => {
    const { page, world, provider } = await openPage({ groups: [] })
    await page.goto(world.url)
    await page.getByRole('button', { name: /^Sign in with/ }).click()
    await page.getByText('you have no role in a team here').waitFor()
    provider.responses.set('/token', () => ({ status: 500, body: 'down' }))
    await page.getByRole('button', { name: /^Sign in with/ }).click()
    await page.getByText('the identity provider does not respond as expected').waitFor()
    await page.getByLabel('API key').fill(firstKey)
    await page.keyboard.press('Enter')
    await page.getByText('No sandboxes').waitFor()
  })

  test('with a key that opens sandboxes only shows sandboxes only', async () => {
    const { page, world, expectNoComplaints } = await openPage({})
    const made = await world.call('POST', '/api-keys', { body: { name: 'agent', scope: 'sandbox-only' } })
    await signIn(page, world.url, { apiKey: field(made.body, 'key') })
    await page.getByText('No sandboxes').waitFor()
    expect(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').count()).toBe(1)
    await page.getByRole('button', { name: 'Create sandbox' }).waitFor()
    expectNoComplaints()
  })
})

async function signInAtProvider(page: Page, world: World): Promise<void> {
  await page.goto(world.url)
  await page.getByRole('button', { name: /^Sign in with/ }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
}

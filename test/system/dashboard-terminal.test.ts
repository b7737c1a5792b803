/** What the dashboard keeps of sandboxes, and when it ends: with a daemon without a sandbox, which stands for that of each. */
import { type OwnDaemon, startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seeNotice } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { field, firstKey } from './control-world.ts'

const isStart = (request: { url(): string }) => request.url().endsWith('/process.Process/Start')

describe.skipIf(whyNoBrowser !== undefined)('the dashboard', { timeout: testMsMax }, () => {
  const prepare = prepareDashboard()
  const openPage = async () => {
    const daemon = await startDaemon()
    return await prepare({ proxyPort: Number(new URL(daemon.url).port) })
  }

  test('a terminal stayed connected when the key was revoked, and whoever was next in the tab saw its lines', async () => {
    const { page, world } = await openPage()
    const id = await world.create()
    const made = await world.call('POST', '/api-keys', { body: { name: 'laptop' } })
    await signIn(page, world.url, { apiKey: field(made.body, 'key') })
    await page.goto(`${world.url}/#/sandboxes/${id}/terminal`)
    await say(page, 'of-the-first')
    const closed = page.waitForEvent('requestfailed', isStart)
    expect((await world.call('DELETE', `/api-keys/${field(made.body, 'id')}`)).status).toBe(204)
    await page.getByText('You were signed out: the API key is not valid any more.').waitFor()
    await closed
    await page.getByLabel('API key').fill(firstKey)
    await page.keyboard.press('Enter')
    await say(page, 'of-the-next')
    expect(await screenOf(page).textContent()).not.toContain('of-the-first')
    await page.reload()
    await page.getByText('Connected again to the same shell.').waitFor()
    await screenOf(page).getByText('<of-the-next>').first().waitFor()
    expect(await screenOf(page).textContent()).not.toContain('of-the-first')
  })

  test('the lines of a shell that ended were kept for good while another view was shown', async () => {
    const { page, world, expectNoComplaints } = await openPage()
    const id = await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.goto(`${world.url}/#/sandboxes/${id}/terminal`)
    await say(page, 'before-the-end')
    await page.getByRole('link', { name: 'Processes' }).click()
    // The page ends the stream when it has said that the shell ended, unless the stream ended first.
    const ended = Promise.race([
      page.waitForEvent('requestfailed', isStart),
      page.waitForEvent('requestfinished', isStart),
    ])
    await page.getByRole('button', { name: /^Kill process / }).click()
    await ended
    await page.getByText('No processes').waitFor()
    await page.getByRole('link', { name: 'Terminal' }).click()
    await say(page, 'after-the-end')
    expect(await screenOf(page).textContent()).not.toContain('before-the-end')
    expectNoComplaints()
  })

  test('a part of the page that could not be loaded, as after an upgrade of Cay, was loading for good', async () => {
    const { page, world } = await openPage()
    const id = await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.route('**/assets/daemon-*', (route) => route.fulfill({ status: 404 }))
    await page.goto(`${world.url}/#/sandboxes/${id}/files`)
    await page.getByText('This part of the page cannot be loaded: reload the page.').waitFor()
  })

  test('an upload went on after a sign-out', async () => {
    const { page, world } = await openPage()
    const id = await world.create()
    await signIn(page, world.url, { apiKey: firstKey })
    await page.goto(`${world.url}/#/sandboxes/${id}/files`)
    // It is not answered.
    await page.route(/\/files\?/, () => undefined)
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
    await page.getByLabel('Upload').setInputFiles(file)
    await page.getByRole('progressbar', { name: 'Uploading notes.txt' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeNotice(page, 'Cancelled the upload of notes.txt')
    await page.getByLabel('API key').waitFor()
  })
})

/** Its home is where the page looks for files first. Ended with the test. */
async function startDaemon(): Promise<OwnDaemon> {
  const daemon = await startOwnDaemon()
  onTestFinished(() => daemon[Symbol.asyncDispose]())
  return daemon
}

/** In a shell that was begun now. */
async function say(page: Page, word: string): Promise<void> {
  await page.getByText('Connected.').waitFor()
  await page.locator('.xterm-helper-textarea').focus()
  await page.keyboard.type(`echo "<${word}>"\n`)
  await screenOf(page).getByText(`<${word}>`).first().waitFor()
}

function screenOf(page: Page) {
  return page.locator('.xterm-rows')
}

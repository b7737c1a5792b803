/** The dashboard on a machine: what it does in sandboxes, in Debian's Chromium. */
import { readFile } from 'node:fs/promises'
import { Sandbox, Template } from 'e2b'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { watchComplaints } from '../support/browser.ts'
import { startBrowser, whyNoBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'

const stepMsMax = 90_000
const { apiUrl, proxyUrl, apiKey } = inject('installation')
const connection = { apiUrl, apiKey, sandboxUrl: proxyUrl }
let browser: Browser

describe.skipIf(whyNoBrowser !== undefined)('the dashboard', () => {
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser?.close())

  test('creates a sandbox, runs commands in its terminal, and shows what its policy denied', async () => {
    const page = await openPage()
    const expectNoComplaints = watchComplaints(page)
    await signIn(page, apiUrl, { apiKey })
    await page.keyboard.press('c')
    await page.getByLabel('Internet access').uncheck()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Terminal' }).waitFor()
    const id = new URL(page.url()).hash.split('/')[2] ?? ''
    onTestFinished(async () => void (await Sandbox.kill(id, connection)))

    await page.getByRole('link', { name: 'Terminal' }).click()
    await page.getByText('Connected.').waitFor()
    await page.keyboard.type('echo $((6 * 7))-$(whoami); printf "\\033[38;2;1;2;3mcoloured\\033[0m\\n"\n')
    await screenOf(page).getByText('42-user').first().waitFor()
    const coloured = screenOf(page).locator('span[style*="rgb(1, 2, 3)"]', { hasText: 'coloured' })
    await coloured.waitFor()
    await page.keyboard.type('curl -m 5 http://203.0.113.7/\n')
    await page.getByRole('link', { name: 'Network' }).click()
    await page.getByRole('row').filter({ hasText: '203.0.113.7' }).first().waitFor()

    await page.getByRole('link', { name: 'Terminal' }).click()
    await screenOf(page).getByText('42-user').first().waitFor()
    await page.getByRole('link', { name: 'Processes' }).click()
    await page.getByRole('row').filter({ hasText: '/bin/bash -i -l' }).waitFor()
    await page.getByRole('link', { name: 'Metrics' }).click()
    await expect.poll(() => page.locator('canvas').count()).toBeGreaterThan(3)
    expectNoComplaints()
  })

  test('uploads, edits and downloads files', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/files`)
    const content = Buffer.from('first line\n<script>document.title = 1</script>\n')
    await page
      .getByLabel('Upload')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: content })
    await page.getByText('Uploaded 1 file').waitFor()
    expect(await sandbox.files.read('/home/user/notes.txt')).toBe(content.toString())

    await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.getByLabel('Content of /home/user/notes.txt').fill('second\n')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved /home/user/notes.txt').waitFor()
    await page.getByRole('button', { name: 'Back to the directory' }).click()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download notes.txt' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('notes.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe('second\n')
    await page.getByRole('button', { name: 'Delete notes.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted /home/user/notes.txt').waitFor()
    expect(await sandbox.files.exists('/home/user/notes.txt')).toBe(false)
  })

  test('forks a sandbox with its memory, follows its log, and kills it', async () => {
    const sandbox = await ownSandbox()
    await sandbox.files.write('/home/user/kept.txt', 'kept')
    await sandbox.commands.run('echo said-by-a-command')
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/logs`)
    await page.getByRole('button', { name: `Fork ${sandbox.sandboxId}` }).click()
    const notice = page.getByText(`Forked ${sandbox.sandboxId} into `)
    const copy = /into (\w+)/.exec((await notice.textContent()) ?? '')?.[1] ?? ''
    onTestFinished(async () => void (await Sandbox.kill(copy, connection)))
    expect(await (await Sandbox.connect(copy, connection)).files.read('/home/user/kept.txt')).toBe('kept')
    await page.goto(`${apiUrl}/#/sandboxes/${copy}`)
    await page.getByRole('button', { name: `Kill ${copy}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Kill' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/sandboxes$/)
    expect(await Sandbox.getInfo(copy, connection).catch((error: Error) => error.message)).toContain(
      'not found',
    )
  })

  test('follows a build while it writes its log', async () => {
    const alias = `dashboard-${Date.now().toString(36)}`
    const template = Template().fromTemplate('base').runCmd('echo said-by-the-build')
    const info = await Template.buildInBackground(template, alias, connection)
    onTestFinished(async () => {
      await fetch(`${apiUrl}/templates/${info.templateId}`, {
        method: 'DELETE',
        headers: { 'x-api-key': apiKey },
      })
    })
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('link', { name: alias }).click()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('log', { name: 'Log of the build' }).getByText('said-by-the-build').first().waitFor()
    await page.getByRole('heading').getByText('ready').waitFor()
  })

  test('a terminal connects to its shell again when the network is back', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/terminal`)
    await page.getByText('Connected.').waitFor()
    await page.keyboard.type('kept=before-the-cut; echo "<$kept>"\n')
    await screenOf(page).getByText('<before-the-cut>').first().waitFor()
    await page.context().setOffline(true)
    await page.keyboard.type('x')
    await page.getByText('Connection lost').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Connected again to the same shell.').waitFor()
    await page.keyboard.press('Control+u')
    await page.keyboard.type('echo "[$kept]"\n')
    await screenOf(page).getByText('[before-the-cut]').first().waitFor()
  })
})

function screenOf(page: Page) {
  return page.locator('.xterm-rows')
}

/** Ended with the test. */
async function ownSandbox(): Promise<Sandbox> {
  const sandbox = await Sandbox.create(connection)
  onTestFinished(async () => void (await sandbox.kill()))
  return sandbox
}

/** Ended with the test. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(stepMsMax)
  return page
}

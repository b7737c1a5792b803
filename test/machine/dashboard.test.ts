/** The dashboard on a machine: what it does in sandboxes, in Debian's Chromium. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sandbox, Template } from 'e2b'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { recordNotices, seeNotice, tellOnFailure, watchComplaints } from '../support/browser.ts'
import { startBrowser, whyNoBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'

const stepMsMax = 90_000
const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>'
/** A name of a file has no slashes. */
const fileMarkup = '<img src=x onerror="document.title=1">'
const largeBytes = 200_000_000
/** Half a minute at the speed of those tests. */
const cancelledBytes = 30_000_000
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
    await seeNotice(page, 'Uploaded 1 file')
    expect(await sandbox.files.read('/home/user/notes.txt')).toBe(content.toString())

    await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
    await page.getByLabel('Content of /home/user/notes.txt').fill('second\n')
    await page.keyboard.press('Control+s')
    await seeNotice(page, 'Saved /home/user/notes.txt')
    await page.getByRole('button', { name: 'Back to the directory' }).click()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download notes.txt' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('notes.txt')
    expect(await readFile(await download.path(), 'utf8')).toBe('second\n')
    await page.getByRole('button', { name: 'Delete notes.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await seeNotice(page, 'Deleted /home/user/notes.txt')
    expect(await sandbox.files.exists('/home/user/notes.txt')).toBe(false)
  })

  test('uploads and downloads a file of 200 MB, with its progress, and without its content in the page', async () => {
    const sandbox = await ownSandbox()
    const file = await largeFile(largeBytes)
    const page = await openPage()
    const expectNoComplaints = watchComplaints(page)
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/files`)
    const progress = noteProgress(page)
    await page.getByLabel('Upload').setInputFiles(file.path)
    await seeNotice(page, 'Uploaded 1 file')
    const { stdout } = await sandbox.commands.run('sha256sum /home/user/large.bin', { timeoutMs: stepMsMax })
    expect(stdout.split(' ')[0]).toBe(file.sha256)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download large.bin' }).click()
    const download = await downloading
    expect(await sha256Of(await download.path())).toBe(file.sha256)
    for (const verb of ['Uploading', 'Downloading']) {
      const shares = (await progress()).filter(({ title }) => title === `${verb} large.bin`)
      expect(new Set(shares.map(({ value }) => value)).size).toBeGreaterThan(2)
    }
    await expect.poll(() => page.getByRole('list', { name: 'Transfers' }).count()).toBe(0)
    // Of the page itself: what the browser keeps of a file is not in its heap.
    const heapBytes = await page.evaluate<number>('performance.memory.usedJSHeapSize')
    expect(heapBytes).toBeLessThan(largeBytes / 2)
    expectNoComplaints()
  })

  test('cancels an upload and a download, which goes on while another part of the sandbox is shown', async () => {
    const sandbox = await ownSandbox()
    const file = await largeFile(cancelledBytes)
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/files`)
    await page.getByRole('button', { name: 'New directory' }).waitFor()
    await slowDown(page)
    await page.getByLabel('Upload').setInputFiles(file.path)
    await page.getByRole('progressbar', { name: 'Uploading large.bin' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Files' }).click()
    await page.getByRole('button', { name: 'Cancel the upload of large.bin' }).click()
    await seeNotice(page, 'Cancelled the upload of large.bin')
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    const { size } = await sandbox.files.getInfo('/home/user/large.bin').catch(() => ({ size: 0 }))
    expect(size).toBeLessThan(cancelledBytes)

    // Zeros would be compressed on the way, and be there before the click.
    await sandbox.commands.run(`head -c ${cancelledBytes} /dev/urandom > /home/user/random.bin`)
    await page.getByRole('button', { name: 'Download random.bin' }).click()
    await page.getByRole('button', { name: 'Cancel the download of random.bin' }).click()
    await seeNotice(page, 'Cancelled the download of random.bin')
    await page.getByRole('button', { name: 'Download random.bin' }).waitFor()
  })

  test('forks a sandbox with its memory, follows its log, and kills it', async () => {
    const sandbox = await ownSandbox()
    await sandbox.files.write('/home/user/kept.txt', 'kept')
    await sandbox.commands.run('echo said-by-a-command')
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/logs`)
    await page.getByRole('button', { name: `Fork ${sandbox.sandboxId}` }).click()
    const notice = await seeNotice(page, `Forked ${sandbox.sandboxId} into `)
    const copy = /into (\w+)/.exec(notice)?.[1] ?? ''
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
    await page.keyboard.type('gt')
    await page.getByRole('link', { name: alias }).click()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('log', { name: 'Log of the build' }).getByText('said-by-the-build').first().waitFor()
    await page.getByRole('heading').getByText('ready').waitFor()
  })

  test('shows markup that a sandbox writes as text, wherever it is, and never runs it', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    const expectNoComplaints = watchComplaints(page)
    await sandbox.files.write('/home/user/say.sh', `#!/bin/sh\nwhile :; do echo '${markup}'; sleep 1; done\n`)
    await sandbox.commands.run(`sh say.sh '${markup}'`, { background: true })
    await sandbox.files.write(`/home/user/${fileMarkup}`, markup)
    await signIn(page, apiUrl, { apiKey })
    for (const part of ['logs', 'processes']) {
      await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/${part}`)
      await page.getByText(markup).first().waitFor()
      await expectNothingRan(page)
    }
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/files`)
    await page.getByRole('button', { name: fileMarkup, exact: true }).click()
    await expect.poll(() => page.getByLabel(/^Content of/).inputValue()).toBe(markup)
    await expectNothingRan(page)
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/terminal`)
    await promptOf(page).waitFor()
    await page.keyboard.type(`echo '${markup}'\n`)
    await screenOf(page).getByText('<img src=x').first().waitFor()
    await expectNothingRan(page)
    expectNoComplaints()
  })

  test('a terminal connects to its shell again after a closed laptop, though nothing said that the connection died', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    await page.clock.install()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/terminal`)
    await promptOf(page).waitFor()
    await page.keyboard.type('kept=before-the-lid; echo "<$kept>"\n')
    await screenOf(page).getByText('<before-the-lid>').first().waitFor()
    // A key that is pressed when the connection is dead gets no response, and nothing is typed behind it.
    await page.route('**/SendInput', () => undefined)
    const unanswered = page.waitForRequest('**/SendInput')
    await page.keyboard.type('x')
    await unanswered
    await page.clock.fastForward('08:00:00')
    await page.getByText('Connected again to the same shell.').waitFor()
    await page.unroute('**/SendInput')
    await page.keyboard.type('echo "[$kept]"\n')
    await screenOf(page).getByText('[before-the-lid]').first().waitFor()
    // What was on the screen is there, once, and so it is after a reload.
    for (const reload of [false, true]) {
      if (reload) await page.reload()
      await screenOf(page).getByText('[before-the-lid]').first().waitFor()
      const lines = await screenOf(page).locator('> div').allTextContents()
      expect(lines.filter((line) => line.startsWith('<before-the-lid>'))).toHaveLength(1)
    }
  })

  test('a shell has the size of the window that shows it, also after a reload in another one', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    const columns: number[] = []
    for (const width of [1200, 700]) {
      await page.setViewportSize({ width, height: 700 })
      if (columns.length === 0) await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/terminal`)
      else await page.reload()
      await page.getByText(/^Connected/).waitFor()
      await promptOf(page).waitFor()
      await page.keyboard.type(`echo "<${width}:$(stty size | cut -d' ' -f2)>"\n`)
      const answer = screenOf(page)
        .getByText(new RegExp(`^<${width}:\\d+>`))
        .first()
      columns.push(Number((await answer.textContent())?.match(/:(\d+)>/)?.[1]))
    }
    expect(columns[0]).toBeGreaterThan(columns[1] ?? 0)
    expect(columns[1]).toBeGreaterThan(20)
  })

  test('a terminal connects to its shell again when the network is back', async () => {
    const sandbox = await ownSandbox()
    const page = await openPage()
    await signIn(page, apiUrl, { apiKey })
    await page.goto(`${apiUrl}/#/sandboxes/${sandbox.sandboxId}/terminal`)
    await promptOf(page).waitFor()
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

interface LargeFile {
  readonly path: string
  readonly sha256: string
}

/** Of random bytes: nothing on the way can make it smaller. Removed with the test. */
async function largeFile(bytes: number): Promise<LargeFile> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-dashboard-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'large.bin')
  await writeFile(path, randomBytes(bytes))
  return { path, sha256: await sha256Of(path) }
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

interface Share {
  readonly title: string
  readonly value: number
}

/** Notes what the page shows of its transfers, from now on. */
function noteProgress(page: Page): () => Promise<readonly Share[]> {
  const begun = page.evaluate(`(() => {
    globalThis.shares = []
    const note = () => {
      for (const bar of document.querySelectorAll('progress'))
        shares.push({ title: bar.getAttribute('aria-label'), value: bar.value })
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
  })()`)
  return async () => {
    await begun
    return await page.evaluate<readonly Share[]>('shares')
  }
}

/** A megabyte a second in either direction. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: 1_000_000, uploadThroughput: 1_000_000 },
  })
}

/** What would show that markup of a sandbox was not text. */
async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.locator('img, main script').count()).toBe(0)
  expect(await page.title()).toMatch(/ · Sandboxes · Cay$/)
}

function screenOf(page: Page) {
  return page.locator('.xterm-rows')
}

/** Its shell waits for a command. */
function promptOf(page: Page) {
  return screenOf(page)
    .getByText(/^user@.*\$/)
    .first()
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
  await recordNotices(page)
  page.setDefaultTimeout(stepMsMax)
  tellOnFailure(page)
  return page
}

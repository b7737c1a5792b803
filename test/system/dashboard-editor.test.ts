/** The editor for files of the dashboard, with a daemon without a sandbox, which stands for that of each. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FakeClock } from '@cay/control/sim/fake-clock.ts'
import { startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import type { Route } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findObstacles, seeNotice } from '../support/browser.ts'
import { whyNoBrowser } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { type OpenPage, type PageOptions, prepareDashboard, testMsMax } from '../support/dashboard-world.ts'
import { answerLogins, startProvider } from '../support/identity-provider.ts'
import { firstKey, type World } from './control-world.ts'

const name = 'notes.txt'

describe.skipIf(whyNoBrowser !== undefined)('the editor of the dashboard', { timeout: testMsMax }, () => {
  const prepare = prepareDashboard()

  test('a text that was not saved was lost when its sandbox was paused', async () => {
    const { page, id, world, file, text, expectNoComplaints } = await openEditor(prepare)
    await text.fill('first\nsecond\n')
    await text.press('End')
    await change(world, id, 'pause')
    await page.getByText('The sandbox is paused: resume it to save this text.').waitFor()
    // It is the same field, with the focus and the cursor in it.
    await page.keyboard.type('third')
    await page.keyboard.press('Control+s')
    await seeNotice(page, 'is not saved: the sandbox is paused. Resume it, and save then.')
    expect(await findObstacles(page, 'all')).toEqual([])
    expect(await readFile(file, 'utf8')).toBe('before')
    await change(world, id, 'resume')
    await page.getByText('Not saved yet').waitFor()
    await page.keyboard.press('Control+s')
    await seeNotice(page, 'Saved ')
    expect(await readFile(file, 'utf8')).toBe('first\nsecond\nthird')
    expect(await page.getByText('Not saved yet').count()).toBe(0)
    expectNoComplaints()
  })

  test('a text that was not saved was lost when another part of the page was shown, paused or not', async () => {
    const { page, id, world, text } = await openEditor(prepare)
    await text.fill('changed')
    await page.getByRole('link', { name: 'Logs', exact: true }).click()
    await text.waitFor({ state: 'detached' })
    await change(world, id, 'pause')
    await page.getByRole('button', { name: `Resume ${id}` }).waitFor()
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    expect(await text.inputValue()).toBe('changed')
    await world.call('DELETE', `/sandboxes/${id}`)
    await page.getByText('was not saved. It can be copied from here.').waitFor()
    expect(await text.inputValue()).toBe('changed')
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await text.waitFor({ state: 'detached' })
  })

  test('the page, its editor and its sign-in were left without a question while a text was not saved', async () => {
    const { page, text } = await openEditor(prepare)
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await text.fill('changed')
    await page.evaluate('setTimeout(() => location.reload())')
    await expect.poll(() => questions).toEqual(['beforeunload'])
    const dialog = page.getByRole('dialog')
    for (const button of ['Sign out', 'Back to the directory']) {
      await page.getByRole('button', { name: button }).click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await text.inputValue()).toBe('changed')
    }
    await page.getByRole('button', { name: 'Back to the directory' }).click()
    await dialog.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    expect(await text.inputValue()).toBe('before')
    await page.reload()
    await page.getByRole('button', { name, exact: true }).waitFor()
    expect(questions).toEqual(['beforeunload'])
  })

  test('another team took the place of a text that was not saved', async () => {
    const clock = new FakeClock(Date.now())
    const provider = await startProvider(clock)
    answerLogins(provider, () => ({ groups: ['cay:default:admin', 'cay:second:admin'] }))
    const { page, text } = await openEditor(prepare, {
      options: { clock, issuer: provider.issuer },
      async enter({ page, world }) {
        await page.goto(world.url)
        await page.getByRole('button', { name: /^Sign in with 127\.0\.0\.1:/ }).click()
      },
    })
    const team = page.getByLabel('Team')
    const first = await team.inputValue()
    await text.fill('changed')
    await team.selectOption({ index: 1 })
    await seeNotice(page, 'A text that was changed is not saved: save or discard it first.')
    expect([await team.inputValue(), await text.inputValue()]).toEqual([first, 'changed'])
  })

  test('Ctrl+S several times made as many uploads at once', async () => {
    const { page, file, text } = await openEditor(prepare)
    const uploads: { readonly body: string; readonly route: Route }[] = []
    await page.route(/\/files\?/, async (route) => {
      if (route.request().method() === 'POST') uploads.push({ body: route.request().postData() ?? '', route })
      else await route.continue()
    })
    for (const typed of ['one', 'two', 'three']) {
      await text.fill(typed)
      await text.press('Control+s')
    }
    await page.getByRole('button', { name: 'Save' }).click()
    const bodies = () => uploads.map(({ body }) => body)
    await expect.poll(bodies).toEqual(['one'])
    await uploads[0]?.route.continue()
    await expect.poll(bodies).toEqual(['one', 'three'])
    await page.getByText('Not saved yet').waitFor()
    await uploads[1]?.route.continue()
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
    expect(await readFile(file, 'utf8')).toBe('three')
    expect(bodies()).toEqual(['one', 'three'])
  })
})

type Prepare = ReturnType<typeof prepareDashboard>

interface Entry {
  readonly options: PageOptions
  readonly enter: (opened: OpenPage) => Promise<void>
}

const withKey: Entry = {
  options: {},
  enter: ({ page, world }) => signIn(page, world.url, { apiKey: firstKey }),
}

async function openEditor(prepare: Prepare, { options, enter }: Entry = withKey) {
  const daemon = await startOwnDaemon()
  onTestFinished(() => daemon[Symbol.asyncDispose]())
  const file = join(daemon.home, name)
  await writeFile(file, 'before')
  const opened = await prepare({ proxyPort: Number(new URL(daemon.url).port), ...options })
  const { page, world } = opened
  const id = await world.create()
  // The home of a sandbox is where the page looks for files first; that of the daemon is elsewhere.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('/home/user', daemon.home) })
  })
  await enter(opened)
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await page.goto(`${world.url}/#/sandboxes/${id}/files`)
  await page.getByRole('button', { name, exact: true }).click()
  const text = page.getByLabel(`Content of ${file}`)
  await text.waitFor()
  return { ...opened, id, file, text }
}

async function change(world: World, id: string, verb: 'pause' | 'resume'): Promise<void> {
  const body = verb === 'pause' ? {} : { timeout: 300 }
  expect((await world.call('POST', `/sandboxes/${id}/${verb}`, { body })).status).toBeLessThan(300)
}

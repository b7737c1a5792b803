/** What tests of the dashboard look for in a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Of axe: those that keep somebody from using the page. */
const impacts = ['serious', 'critical']

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

interface Finding {
  readonly id: string
  readonly places: readonly string[]
}

/** What somebody who cannot see well, or uses no mouse, would meet in what the page shows now. */
export async function findObstacles(page: Page, rules: 'all' | 'colours'): Promise<readonly Finding[]> {
  // Not by a script element: the policy of the page would refuse it.
  await page.evaluate(axeSource)
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'colours' ? { runOnly: ['color-contrast'] } : {}),
  }
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => ({
      id,
      places: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    }))
}

/** Fails with what the page has complained about since: an error of a script, or a breach of its policy. */
export function watchComplaints(page: Page): () => void {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // The browser says this of each response that is an error.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  return () => expect(complaints).toEqual([])
}

/** Call it before the page opens anything. Notices dismiss themselves after seconds, so a slow test would miss them. */
export async function recordNotices(page: Page): Promise<void> {
  await page.addInitScript(`{
    const notices = (globalThis.recordedNotices = [])
    const known = new WeakSet()
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('.notices .notice > span')) {
        if (known.has(notice)) continue
        known.add(notice)
        notices.push(notice.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
  }`)
}

/** Resolves with the notice that contains the text, once the page has shown it. It counts for one call. */
export async function seeNotice(page: Page, text: string): Promise<string> {
  let seen: string | null = null
  const take = `(() => {
    const index = recordedNotices.findIndex((notice) => notice.includes(${JSON.stringify(text)}))
    return index < 0 ? null : recordedNotices.splice(index, 1)[0]
  })()`
  const look = async () => {
    seen ??= await page.evaluate<string | null>(take)
    return seen
  }
  await expect.poll(look, { timeout: noticeMsMax }).not.toBeNull()
  return seen ?? ''
}

/** Milliseconds that only a hang reaches. */
const noticeMsMax = 60_000

const frameMsMax = 2_000

/** Prints what is needed to find out why, if the test fails: what is shown, what has the focus, and which requests failed. */
export function tellOnFailure(page: Page): void {
  const events: string[] = []
  const note = (text: string) => void events.push(`${new Date().toISOString()} ${text}`)
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('console', (message) => note(`console: ${message.text()}`))
  page.on('requestfailed', (request) => note(`failed: ${request.url()} (${request.failure()?.errorText})`))
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.url()}`)
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    console.log(
      await describePage(page).catch((error: unknown) => `the page does not respond: ${String(error)}`),
    )
    console.log(events.join('\n') || 'no request failed, and the page complained of nothing')
  })
}

async function describePage(page: Page): Promise<string> {
  // Terminals draw in frames of the browser only, everything else is there without them.
  const frames = await page.evaluate<string>(`Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => resolve('frames are drawn'))),
    new Promise((resolve) => setTimeout(() => resolve('NO frame is drawn'), ${frameMsMax})),
  ])`)
  const focus = await page.evaluate<string>(
    'document.activeElement.cloneNode(false).outerHTML + ", " + document.visibilityState + ", focus: " + document.hasFocus()',
  )
  const text = await page.evaluate<string>('document.body.innerText')
  const terminal = await page.locator('.xterm-rows').allInnerTexts()
  return [page.url(), frames, focus, text, ...terminal].join('\n')
}

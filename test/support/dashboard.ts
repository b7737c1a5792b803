/** The dashboard as `cay up` builds it, and what its tests do with a page. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@cay/kit/host/run.ts'
import type { Page } from 'playwright-core'

const packageDirectory = fileURLToPath(new URL('../../packages/dashboard', import.meta.url))

/** Returns the directory it is in. */
export async function buildDashboard(): Promise<string> {
  await run([process.execPath, join(packageDirectory, 'bundle.mjs')])
  return join(packageDirectory, 'dist')
}

export async function signIn(page: Page, url: string, { apiKey, adminToken }: Credentials): Promise<void> {
  await page.goto(url)
  await page.getByLabel('API key').fill(apiKey)
  if (adminToken !== undefined) {
    await page.getByText('Administrator').click()
    await page.getByLabel(/^Admin token/).fill(adminToken)
  }
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
}

export interface Credentials {
  readonly apiKey: string
  readonly adminToken?: string
}

/** A row of a table or a list. */
export function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text })
}

/** The browser of a test is never covered by another window, so the page is told that it is. */
export async function showPage(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)
}

/** A page that is signed in before it begins, in a browser profile of its own. */
import type { Browser, Page } from 'playwright-core'

export const apiUrl = () => String(process.env.E2B_API_URL)
const apiKey = () => String(process.env.E2B_API_KEY)

export async function openSignedIn(browser: Browser): Promise<Page> {
  const reply = await fetch(`${apiUrl()}/auth/caller`, { headers: { 'x-api-key': apiKey() } })
  const kept = { credential: { kind: 'key', apiKey: apiKey() }, caller: await reply.json() }
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript((text) => sessionStorage.setItem('cay-session-2', text), JSON.stringify(kept))
  return await context.newPage()
}

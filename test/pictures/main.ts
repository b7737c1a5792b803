/**
 * `npm run pictures`: writes the pictures of docs/dashboard.md, of each view, light and dark, or those that are named. Look at them
 * before they are committed.
 */

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { dataLayout } from '@cay/kit/data-layout.ts'
import type { Browser, Page } from 'playwright-core'
import { root } from '../repo/tree.ts'
import { startBrowser, whyNoBrowser } from '../support/chromium.ts'
import { Installation } from '../support/installation.ts'
import { type Call, type Demo, makeDemo } from './demo.ts'

const directory = join(root, 'docs/dashboard')
const wide = { width: 1280, height: 760 }
const phone = { width: 390, height: 780 }
/** Milliseconds in which the plots get their first points. */
const metricsMs = 60_000

interface Picture {
  readonly name: string
  /** After `#/`. */
  readonly path: string
  readonly prepare?: (page: Page) => Promise<unknown>
  readonly isPhone?: boolean
}

const row = (page: Page) => page.getByRole('row').nth(1).waitFor()

function picturesOf({ sandbox: { sandboxId }, templateId, buildId }: Demo): readonly Picture[] {
  const part = (name: string) => `sandboxes/${sandboxId}/${name}`
  return [
    { name: 'sandboxes', path: 'sandboxes', prepare: row },
    { name: 'create', path: 'sandboxes', prepare: fillCreate },
    { name: 'sandbox-overview', path: `sandboxes/${sandboxId}` },
    { name: 'sandbox-terminal', path: part('terminal'), prepare: useTerminal },
    { name: 'sandbox-files', path: part('files'), prepare: row },
    { name: 'sandbox-processes', path: part('processes'), prepare: row },
    {
      name: 'sandbox-logs',
      path: part('logs'),
      prepare: (page) => page.getByText('fetched 42').first().waitFor(),
    },
    {
      name: 'sandbox-metrics',
      path: part('metrics'),
      prepare: (page) => page.locator('canvas').first().waitFor(),
    },
    { name: 'sandbox-network', path: part('network'), prepare: row },
    { name: 'sandbox-events', path: part('events'), prepare: row },
    { name: 'sandbox-snapshots', path: part('snapshots'), prepare: row },
    { name: 'templates', path: 'templates', prepare: row },
    { name: 'template', path: `templates/${templateId}`, prepare: row },
    {
      name: 'build',
      path: `templates/${templateId}/${buildId}`,
      prepare: (page) =>
        page
          .getByRole('log', { name: 'Log of the build' })
          .getByText('tools of the agents')
          .first()
          .waitFor(),
    },
    { name: 'volumes', path: 'volumes', prepare: fillVolumes },
    { name: 'secrets', path: 'secrets', prepare: row },
    { name: 'webhooks', path: 'webhooks', prepare: row },
    { name: 'api-keys', path: 'keys', prepare: row },
    { name: 'create-key', path: 'keys', prepare: fillKey },
    { name: 'audit-log', path: 'audit', prepare: row },
    { name: 'teams', path: 'teams', prepare: row },
    { name: 'nodes', path: 'nodes', prepare: row },
    { name: 'phone-sandboxes', path: 'sandboxes', prepare: row, isPhone: true },
  ]
}

/** What they use is asked of each. */
async function fillVolumes(page: Page): Promise<void> {
  await row(page)
  await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' })
}

async function fillCreate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create sandbox' }).click()
  await page.getByLabel('Metadata').fill('user=alice\ntask=report')
}

async function fillKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('nightly builds')
  await dialog.getByLabel('Allows').selectOption('member')
  await dialog.getByLabel('Expires').selectOption('90')
}

async function useTerminal(page: Page): Promise<void> {
  await page.getByText('Connected', { exact: false }).first().waitFor()
  await page.locator('.xterm-rows').getByText('$').first().waitFor()
  await page.keyboard.type('ls -l --color; uname -sr; python3 --version\n')
  await page.locator('.xterm-rows').getByText('Python 3').first().waitFor()
}

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

if (whyNoBrowser !== undefined) throw new Error(whyNoBrowser)
const provider = await startProvider()
const installation = await Installation.prepare('pictures', {
  CAY_OIDC_ISSUER: provider.url,
  CAY_OIDC_CLIENT_ID: 'cay',
})
const browser = await startBrowser()
try {
  await installation.up()
  const { apiUrl, proxyUrl, apiKey, dataDir } = await installation.endpoints()
  const adminToken = (await readFile(dataLayout(dataDir).adminTokenFile, 'utf8')).trim()
  Object.assign(process.env, { E2B_API_KEY: apiKey, E2B_API_URL: apiUrl, E2B_SANDBOX_URL: proxyUrl })
  const demo = await makeDemo(
    callWith(apiUrl, 'x-api-key', apiKey),
    callWith(apiUrl, 'x-admin-token', adminToken),
  )
  await new Promise((resolve) => setTimeout(resolve, metricsMs))
  const caller = await callWith(apiUrl, 'x-api-key', apiKey)('GET', '/auth/caller')
  const session = JSON.stringify({ credential: { kind: 'key', apiKey }, adminToken, caller })
  for (const theme of ['light', 'dark'] as const) {
    if (isWanted('sign-in')) await takeSignIn(browser, { apiUrl, theme })
    for (const picture of picturesOf(demo).filter(({ name }) => isWanted(name)))
      await take(browser, picture, { apiUrl, theme, session })
  }
} finally {
  await browser.close()
  await installation.remove()
  provider.close()
}

interface Taking {
  readonly apiUrl: string
  readonly theme: 'light' | 'dark'
}

async function take(
  browser: Browser,
  { name, path, prepare, isPhone = false }: Picture,
  { apiUrl, theme, session }: Taking & { readonly session: string },
): Promise<void> {
  const context = await browser.newContext({
    ...shapeOf(isPhone),
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  await context.addInitScript((text) => sessionStorage.setItem('cay-session-2', text), session)
  const page = await context.newPage()
  await page.goto(`${apiUrl}/#/${path}`)
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await prepare?.(page)
  await page.getByText('Loading…').waitFor({ state: 'detached' })
  await page.screenshot({ path: join(directory, `${name}-${theme}.png`) })
  await context.close()
  console.log(`${name}-${theme}`)
}

function shapeOf(isPhone: boolean) {
  return { viewport: isPhone ? phone : wide, isMobile: isPhone, hasTouch: isPhone }
}

async function takeSignIn(browser: Browser, { apiUrl, theme }: Taking): Promise<void> {
  const context = await browser.newContext({ viewport: wide, colorScheme: theme })
  const page = await context.newPage()
  // The provider of the picture is at an address of this machine, whose port means nothing to anybody.
  await page.route('**/auth/sign-in', async (route) => {
    const answer = (await (await route.fetch()).json()) as { oidc: object }
    await route.fulfill({
      json: { ...answer, oidc: { ...answer.oidc, issuer: 'https://login.example.com' } },
    })
  })
  await page.goto(apiUrl)
  await page.getByRole('button', { name: /^Sign in with/ }).waitFor()
  await page.screenshot({ path: join(directory, `sign-in-${theme}.png`) })
  await context.close()
}

function callWith(apiUrl: string, header: string, credential: string): Call {
  return async (method, path, body) => {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { [header]: credential, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** As much of an identity provider as the button needs. */
async function startProvider(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        keys: [],
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

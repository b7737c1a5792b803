/**
 * Debian's Chromium, for tests of the dashboard. Where it is missing it is installed as `npm test` installs other packages;
 * where that is not possible, the tests that need it are skipped, and one line says why.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const execute = promisify(execFile)
const program = '/usr/bin/chromium'
const lockFile = '/run/lock/cay-test-chromium.lock'
const installMsMax = 300_000
/** Seconds: the set-up of a test run installs packages, too. */
const lockSecondsMax = 240

/** Why there is none; undefined: there is one. */
export const whyNoBrowser = await findWhyNoBrowser()

async function findWhyNoBrowser(): Promise<string | undefined> {
  if (existsSync(program)) return undefined
  if (process.getuid?.() !== 0) return say('Chromium is not installed, and only root can install it')
  // Files of tests start at once.
  const lock = await acquireLock(lockFile, lockSecondsMax)
  try {
    if (existsSync(program)) return undefined
    const options = ['-y', '-q', '--no-install-recommends', '-o', `DPkg::Lock::Timeout=${lockSecondsMax}`]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await execute('apt-get', ['install', ...options, 'chromium'], { env, timeout: installMsMax })
    return undefined
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return say(`Chromium cannot be installed: ${/^E: .*$/m.exec(text)?.[0] ?? text.split('\n')[0]}`)
  } finally {
    await lock?.release()
  }
}

function say(why: string): string {
  console.log(`tests of the dashboard are skipped: ${why}`)
  return why
}

/** Without a sandbox of its own where it is started by root. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-proxy-server'],
  })
}

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

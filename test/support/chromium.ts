/**
 * Debian's Chromium, for tests of the dashboard and their bench. Where it is missing it is installed as `npm test` installs other
 * packages; where that is not possible, what needs it is skipped, and one line says why.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { type Browser, chromium } from 'playwright-core'

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

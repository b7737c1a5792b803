/** `cay` as a program beside a control of the test's own, with a real daemon behind its sandboxes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startOwnDaemon } from '@cay/envd/testing/own-daemon.ts'
import { onTestFinished } from 'vitest'
import { firstKey, startWorld, type World, type WorldOptions } from '../system/control-world.ts'

export const cayFile = fileURLToPath(new URL('../../packages/cli/bin/cay.mjs', import.meta.url))

export interface Outcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

export interface CayWorld {
  readonly world: World
  /** Home of the daemon's user. */
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly daemonUrl: string
  cay(args: readonly string[], options?: RunOptions): Promise<Outcome>
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof startCay>
}

interface RunOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** All sandboxes of control have the one daemon. Ended with the test. */
export async function startCayWorld(options?: WorldOptions): Promise<CayWorld> {
  const world = await startWorld(options)
  const daemon = await startOwnDaemon()
  onTestFinished(() => daemon[Symbol.asyncDispose]())
  const env = {
    ...(await privateHome()),
    E2B_API_KEY: firstKey,
    E2B_API_URL: world.url,
    E2B_SANDBOX_URL: daemon.url,
  }
  return {
    ...{ world, home: daemon.home, env, daemonUrl: daemon.url },
    start: (args, more) => startCay(args, { ...env, ...more }),
    cay: (args, options = {}) => runCay(args, { ...options, env: { ...env, ...options.env } }),
  }
}

/** Nothing of whoever runs the tests is read or written. */
export async function privateHome(): Promise<Record<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'cay-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    // Compiled code of the command, for all tests.
    XDG_CACHE_HOME: fileURLToPath(new URL('../../node_modules/.cache', import.meta.url)),
    CAY_DATA_DIR: join(home, 'data'),
  }
}

export function startCay(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [cayFile, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
}

export async function runCay(
  args: readonly string[],
  { input = '', env = {} }: RunOptions = {},
): Promise<Outcome> {
  const child = startCay(args, env)
  // A command that does not read leaves its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ])
  return { stdout, stderr, exitCode: child.exitCode }
}

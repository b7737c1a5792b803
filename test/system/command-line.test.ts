/** `cay` as a program: what a shell, a script or a pipe notices of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const clean = { PATH: process.env.PATH ?? '', CAY_DATA_DIR: join('/tmp', 'cay-that-is-not-there') }

function start(args: readonly string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [cli, ...args], {
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = start(args, env)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ])
  return { stdout, stderr, exitCode: child.exitCode }
}

test('cay up says every wrong setting of every service before it starts anything', async () => {
  const { stdout, stderr, exitCode } = await run(['up'], {
    CAY_POOL_SIZE: '1000',
    CAY_TLS: 'auto',
    CAY_EVENT_DAYS: 'x',
    CAY_POOL_SZIE: '2',
  })
  expect(exitCode).toBe(78)
  expect(stdout).toBe('')
  expect(stderr.trimEnd().split('\n').sort()).toEqual([
    expect.stringMatching(/^Error: CAY_EVENT_DAYS="x" is not valid: a whole number from 1 to 3650$/),
    expect.stringMatching(/^Error: CAY_POOL_SIZE="1000" is not valid: a whole number from 0 to 64$/),
    expect.stringMatching(/^Error: CAY_TLS="auto" is not valid: it needs CAY_DOMAIN/),
    expect.stringMatching(/^Warning: CAY_POOL_SZIE is not a setting .* did you mean CAY_POOL_SIZE\?$/),
  ])
})

test('a domain that is none is refused as what it was given as', async () => {
  const { stderr, exitCode } = await run(['up', '--domain', 'https://cay.example'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain("'--domain <name>' argument 'https://cay.example' is invalid")
})

test('a reader that leaves early ends the command without a complaint', async () => {
  const child = start(['help'])
  child.stdout.destroy()
  const [stderr] = await Promise.all([text(child.stderr), child.exitCode ?? once(child, 'exit')])
  expect(stderr).toBe('')
  expect(child.exitCode).toBe(0)
})

test('where nothing runs, it is said what to start', async () => {
  const env = { E2B_API_KEY: `e2b_${'0'.repeat(40)}`, E2B_API_URL: 'http://127.0.0.1:1' }
  for (const args of [
    ['sandbox', 'list'],
    ['events', '--follow'],
    ['key', 'list', '--json'],
  ]) {
    const { stdout, stderr, exitCode } = await run(args, env)
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '',
      stderr: 'Error: cannot reach Cay at http://127.0.0.1:1: is it running? `cay up` starts it\n',
      exitCode: 1,
    })
  }
})

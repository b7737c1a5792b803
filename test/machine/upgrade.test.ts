/**
 * `cay upgrade` of a real installation that runs in the background from a clone of its own, with a running sandbox and a paused one. The
 * version that it moves to differs by its number, and one that does not start gives way to it.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { freePorts } from '../support/free-ports.ts'
import { Installation, testDataDir } from '../support/installation.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const place = join(dirname(testDataDir('upgrade')), 'test-upgrade-clone')
const [origin, clone] = [join(place, 'origin'), join(place, 'clone')]
const manifest = 'packages/cli/package.json'
const main = 'packages/control/src/main.ts'

let installation: Installation
let count: () => Promise<number>
let running: Sandbox
let paused: Sandbox

async function git(directory: string, ...args: string[]): Promise<void> {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@b.test']
  await execute('git', ['-c', 'safe.directory=*', ...who, '-C', directory, ...args])
}

/** What is committed and what is not, without history. */
async function makeOrigin(): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await mkdir(origin, { recursive: true })
  const { stdout } = await execute(
    'git',
    ['-c', 'safe.directory=*', '-C', root, 'ls-files', '-z', '-co', '--exclude-standard'],
    {
      maxBuffer: 16_000_000,
    },
  )
  const files = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  await writeFile(join(place, 'files'), files.join('\0'))
  await execute('sh', [
    '-c',
    `tar -C "$0" --null -T "$1" -cf - | tar -C "$2" -xf -`,
    root,
    join(place, 'files'),
    origin,
  ])
  await git(origin, 'init', '--quiet', '--initial-branch=main')
  await git(origin, 'add', '--all', '--force')
  await git(origin, 'commit', '--quiet', '--message', 'Now')
  await git(place, 'clone', '--quiet', origin, clone)
  // Packages of the workspace are links that lead to the clone they are in. Other tests write and remove files in hidden
  // directories, which hold caches.
  for (const modules of ['node_modules', ...(await nestedModules())])
    await execute('sh', [
      '-c',
      'mkdir "$1" && cd "$0" && find . -mindepth 1 -maxdepth 1 ! -name ".cache" ! -name ".vite*" -exec cp -al -t "$1" {} +',
      join(root, modules),
      join(clone, modules),
    ])
}

async function nestedModules(): Promise<string[]> {
  const { stdout } = await execute('sh', ['-c', 'cd "$0" && ls -d packages/*/node_modules || true', root])
  return stdout.split('\n').filter((path) => path !== '')
}

async function release(version: string, change: (text: string) => string = (text) => text): Promise<void> {
  const text = await readFile(join(origin, manifest), 'utf8')
  await writeFile(join(origin, manifest), text.replace(/"version": ".*"/, `"version": "${version}"`))
  await writeFile(join(origin, main), change(await readFile(join(origin, main), 'utf8')))
  await git(origin, 'commit', '--quiet', '--all', '--message', version)
}

beforeAll(async () => {
  await makeOrigin()
  const [api, proxy] = await freePorts(2)
  const settings = { CAY_API_PORT: String(api), CAY_PROXY_PORT: String(proxy), CAY_POOL_SIZE: '1' }
  installation = await Installation.prepare('upgrade', settings, clone)
  const started = await installation.cay('up', '--detach')
  if (started.code !== 0) throw new Error(`cay up failed: ${started.stdout}${started.stderr}`)
  pointClientHere(await installation.endpoints())
  running = await Sandbox.create('base', { timeoutMs: 3_600_000 })
  await running.commands.run(
    `exec python3 -c '
import os, time
i = 0
while True:
    i += 1
    with open("/tmp/counted", "w") as file: file.write(str(i))
    os.replace("/tmp/counted", "/tmp/count")
    time.sleep(0.05)'`,
    { background: true, timeoutMs: 0 },
  )
  count = async () => Number((await running.commands.run('cat /tmp/count')).stdout)
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 20_000 })
  paused = await Sandbox.create('base', { timeoutMs: 3_600_000 })
  await paused.commands.run('echo kept > /tmp/kept; exec sleep 100000', { background: true, timeoutMs: 0 })
  await paused.pause()
})

afterAll(async () => {
  await installation?.remove()
  await rm(place, { recursive: true, force: true })
})

const status = async () => JSON.parse((await installation.cay('status', '-o', 'json')).stdout)

test('a running sandbox goes on over an upgrade, and a paused one resumes with its memory after it', async () => {
  const before = { count: await count(), services: (await installation.record()).services }
  await release('0.2.0')
  const dry = await installation.cay('upgrade', '--dry-run')
  expect(dry.stdout).toMatch(/^from 0\.1\.0 \(\w{10}\) to 0\.2\.0 \(\w{10}\): 1 commit more\n/)
  const { stdout, stderr, code } = await installation.cay('upgrade', '--yes')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/\nCay runs at 0\.2\.0 \(\w{10}\)\.\n$/)
  const { services } = await installation.record()
  for (const name of ['orchestrator', 'egress', 'control', 'proxy'] as const)
    expect(services[name].pid, name).not.toBe(before.services[name].pid)
  expect(JSON.stringify(await status())).toContain('0.2.0')
  expect(await running.isRunning()).toBe(true)
  expect(await count()).toBeGreaterThan(before.count)
  const resumed = await Sandbox.connect(paused.sandboxId)
  expect((await resumed.commands.run('cat /tmp/kept; pgrep -x sleep | wc -l')).stdout).toBe('kept\n1\n')
  await resumed.pause()
  const fresh = await Sandbox.create('base')
  expect((await fresh.commands.run('echo fresh')).stdout).toBe('fresh\n')
  await fresh.kill()
})

test('a version that does not start gives way to the one before, and sandboxes go on', async () => {
  const before = await count()
  await release('0.3.0', (text) => `process.exit(1)\n${text}`)
  const { stderr, code } = await installation.cay('upgrade', '--yes')
  expect(code).toBe(1)
  expect(stderr).toMatch(/0\.3\.0 .*: Cay runs at 0\.2\.0 \(\w{10}\) again\nHint: its log: /)
  expect(JSON.stringify(await status())).toContain('0.2.0')
  expect(await count()).toBeGreaterThan(before)
  const resumed = await Sandbox.connect(paused.sandboxId)
  expect((await resumed.commands.run('cat /tmp/kept')).stdout).toBe('kept\n')
})

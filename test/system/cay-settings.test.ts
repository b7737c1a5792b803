/** Status, environment, logs, profiles, the configuration file, secrets and completion by `cay`. */
import { once } from 'node:events'
import { appendFile, cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identifyProcess } from '@cay/kit/host/process-identity.ts'
import { run } from '@cay/kit/host/run.ts'
import { expect, onTestFinished, test } from 'vitest'
import { cayFile, privateHome, runCay, startCay, startCayWorld } from '../support/cay-command.ts'

test('where nothing runs, the status is down and the exit code 3', async () => {
  const env = await privateHome()
  const { stdout, exitCode } = await runCay(['status'], { env })
  expect(stdout).toMatch(/^Cay \d+\.\d+\.\d+: down\n.*`cay up` starts it\n$/)
  expect(exitCode).toBe(3)
  expect(JSON.parse((await runCay(['status', '--json'], { env })).stdout)).toMatchObject({
    state: 'down',
    services: [],
  })
})

test('a service that is gone makes the status degraded', async () => {
  const { world, cay, env } = await startCayWorld()
  const me = identifyProcess(process.pid)
  const dead = { pid: 2 ** 22 - 1, startTicks: 1 }
  const listening = { api: world.url, proxy: 'http://127.0.0.1:1' }
  const directory = join(env.CAY_DATA_DIR ?? '', 'run')
  await mkdir(directory, { recursive: true })
  const write = (services: object) =>
    writeFile(join(directory, 'up.json'), JSON.stringify({ supervisor: me, services, listening }))
  await write({ control: me })
  const running = await cay(['status'])
  expect(running.stdout).toMatch(/: running \(process \d+\)\n/)
  expect(running.stdout).toMatch(/^control +running/m)
  expect(running.exitCode).toBe(0)
  await write({ control: me, proxy: dead })
  const degraded = await cay(['status'])
  expect(degraded.stdout).toMatch(/^proxy +stopped/m)
  expect(degraded.exitCode).toBe(3)
})

test('the environment of official clients is printed as a shell takes it', async () => {
  const { cay, env } = await startCayWorld()
  const { stdout } = await cay(['env'])
  const { stdout: seen } = await run([
    'bash',
    '-c',
    `eval "$1"; printf '%s %s %s' "$E2B_API_KEY" "$E2B_API_URL" "$E2B_SANDBOX_URL"`,
    'bash',
    stdout,
  ])
  expect(seen).toBe(`${env.E2B_API_KEY} ${env.E2B_API_URL} ${env.E2B_SANDBOX_URL}`)
})

test('the log of a service is shown from its last lines on, and followed over a rotation', async () => {
  const env = await privateHome()
  const logs = join(env.CAY_DATA_DIR ?? '', 'logs')
  await mkdir(logs, { recursive: true })
  const log = join(logs, 'proxy.log')
  await writeFile(log, 'one\ntwo\nthree\n')
  expect((await runCay(['logs', 'proxy', '--tail', '2'], { env })).stdout).toBe('two\nthree\n')
  const child = startCay(['logs', 'proxy', '-f', '-n', '1'], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.on('data', (bytes) => {
    shown += String(bytes)
  })
  await expect.poll(() => shown).toBe('three\n')
  await appendFile(log, 'four\n')
  await rename(log, `${log}.1`)
  await writeFile(log, 'five\n')
  await expect.poll(() => shown).toBe('three\nfour\nfive\n')
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  const missing = await runCay(['logs', 'egress'], { env })
  expect(missing.stderr).toMatch(/^Error: there is no log of egress at .*\nHint: `cay status`/)
})

test('a log that is followed did not end when its reader left', async () => {
  const env = await privateHome()
  const logs = join(env.CAY_DATA_DIR ?? '', 'logs')
  await mkdir(logs, { recursive: true })
  await writeFile(join(logs, 'proxy.log'), 'one\n')
  expect(await exitCodeUnread(startCay(['logs', 'proxy', '-f'], env))).toBe(0)
  const { start, world } = await startCayWorld()
  const id = await world.create()
  world.observer.write(id, 1_700_000_000_000, { message: 'first', level: 'info' })
  expect(await exitCodeUnread(start(['sandbox', 'logs', '-f', id]))).toBe(0)
})

async function exitCodeUnread(child: ReturnType<typeof startCay>): Promise<number | null> {
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout.destroy()
  await once(child, 'exit')
  return child.exitCode
}

test('a profile names an installation elsewhere; its key is read by its owner only and never shown', async () => {
  const { cay, env, world } = await startCayWorld()
  const id = await world.create()
  const bare = { E2B_API_KEY: '', E2B_API_URL: '', E2B_SANDBOX_URL: '' }
  const added = await cay(
    ['profile', 'add', 'office', '--url', world.url, '--sandbox-url', env.E2B_SANDBOX_URL ?? ''],
    { input: `${env.E2B_API_KEY}\n`, env: bare },
  )
  expect(added).toEqual({ stdout: 'office\n', stderr: '', exitCode: 0 })
  const file = join(env.HOME ?? '', '.config/cay/profiles.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(env.E2B_API_KEY)
  const listed = await cay(['profile', 'list'])
  expect(listed.stdout).toMatch(/^NAME +CURRENT +API +SANDBOXES\noffice +\* +http/)
  expect(listed.stdout).not.toContain(env.E2B_API_KEY)
  expect((await cay(['sandbox', 'list', '-q'], { env: bare })).stdout).toBe(`${id}\n`)
  await cay(['profile', 'use'])
  const elsewhere = { ...bare, E2B_API_KEY: 'e2b_wrong', E2B_API_URL: world.url }
  expect((await cay(['--profile', 'office', 'sandbox', 'list', '-q'], { env: elsewhere })).stdout).toBe(
    `${id}\n`,
  )
  const unknown = await cay(['--profile', 'home', 'sandbox', 'list'])
  expect(unknown).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Error: there is no profile "home"\n/),
  })
  expect((await cay(['profile', 'rm', 'office'])).stdout).toBe('office\n')
})

test('E2B_API_URL alone sends the key of this machine to that URL', async () => {
  const env = await privateHome()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers['x-api-key'] ?? request.headers['x-admin-token']))
    response.end('[]')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const data = env.CAY_DATA_DIR ?? ''
  await mkdir(join(data, 'control'), { recursive: true })
  await writeFile(join(data, 'control/api-key'), 'e2b_ours')
  await writeFile(join(data, 'control/admin-token'), 'cay_admin_ours')
  const elsewhere = { ...env, E2B_API_URL: url, CAY_API_PORT: '1' }
  const refused = await runCay(['sandbox', 'list'], { env: elsewhere })
  expect(refused.stderr).toBe(
    `Error: ${url} is not the installation of this machine, whose key is not sent there: set E2B_API_KEY to a key of that installation\n`,
  )
  const operator = await runCay(['team', 'list'], { env: elsewhere })
  expect(operator.stderr).toContain('cannot reach Cay at http://127.0.0.1:1:')
  expect(asked).toEqual([])
  const own = { ...env, E2B_API_URL: url, CAY_API_PORT: String(port) }
  expect(await runCay(['sandbox', 'list', '-q'], { env: own })).toMatchObject({ stderr: '', exitCode: 0 })
  expect(asked).toEqual(['e2b_ours'])
})

test('`--profile` is ignored by `team`, `node` and `sandbox egress`: what is for this machine refuses one', async () => {
  const env = await privateHome()
  for (const command of [
    ['team', 'list'],
    ['node', 'list'],
    ['sandbox', 'egress', 'i1'],
    ['down'],
    ['status'],
  ])
    expect(await runCay(['--profile', 'office', ...command], { env })).toMatchObject({
      stderr: expect.stringMatching(
        /^Error: .* works on the installation of this machine, and not on the one of profile "office"\nHint: /,
      ),
      exitCode: 1,
    })
})

test('`npx cay` before the first `npm start` asks the registry for a package of that name', async () => {
  const env = await privateHome()
  const clone = join(env.HOME ?? '', 'clone')
  const root = fileURLToPath(new URL('../..', import.meta.url))
  for (const file of [
    'package.json',
    'packages/cli/bin/cay.mjs',
    'packages/cli/bin/find-bundle.mjs',
    'packages/cli/package.json',
  ])
    await cp(join(root, file), join(clone, file))
  const asked: string[] = []
  const registry = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void registry.close())
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const npm = {
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_update_notifier: 'false',
    npm_config_cache: join(env.HOME ?? '', 'npm'),
  }
  const refused = run(['npx', 'cay', 'doctor'], { cwd: clone, env: { ...env, ...npm } })
  await expect(refused).rejects.toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/the npm packages of Cay are not installed here: `npm start` installs/),
  })
  expect(asked).toEqual([])
})

test('the configuration file stands behind the environment, and an unknown key is told with what it may mean', async () => {
  const { cay, env, world } = await startCayWorld()
  const file = join(env.HOME ?? '', 'config.toml')
  await writeFile(
    file,
    `api_key = "${env.E2B_API_KEY}"\napi_prot = 1\n[api]\nport = ${new URL(world.url).port}\n`,
  )
  const bare = { E2B_API_KEY: '', E2B_API_URL: '', CAY_CONFIG: file }
  const listed = await cay(['sandbox', 'list', '-q'], { env: bare })
  expect(listed).toEqual({
    stdout: '',
    stderr: `Warning: ${file}: api_prot is not a setting of Cay and has no effect: did you mean api_port?\n`,
    exitCode: 0,
  })
  const overridden = await cay(['sandbox', 'list'], { env: { ...bare, CAY_API_PORT: '1' } })
  expect(overridden.stderr).toContain('cannot reach Cay at http://127.0.0.1:1:')
  await writeFile(file, 'api_port = \n')
  const broken = await cay(['sandbox', 'list'], { env: bare })
  expect(broken.exitCode).toBe(78)
  expect(broken.stderr).toMatch(/^Error: CAY_CONFIG=".*" is not valid: /)
  const missing = await cay(['sandbox', 'list'], { env: { ...bare, CAY_CONFIG: '/none' } })
  expect(missing.exitCode).toBe(78)
})

test('a secret is created from the standard input, listed without its value, changed and deleted', async () => {
  const { cay } = await startCayWorld()
  const created = await cay(['secret', 'create', 'token'], { input: 'sk-1\n' })
  expect(created).toMatchObject({ stdout: expect.stringMatching(/^\S+\n$/), exitCode: 0 })
  await cay(['secret', 'update', 'token'], { input: 'sk-2' })
  const listed = await cay(['secret', 'ls'])
  expect(listed.stdout).toMatch(/^NAME +VERSION +UPDATED +SECRET ID\ntoken +2 /)
  expect(listed.stdout).not.toContain('sk-')
  expect((await cay(['secret', 'rm', 'token'])).stdout).toBe('token\n')
  expect((await cay(['secret', 'create', 'EMPTY'])).stderr).toMatch(
    /^Error: the standard input has no value\nHint: /,
  )
})

test('bash completes verbs, options and ids of sandboxes that there are', async () => {
  const { cay, env, world } = await startCayWorld()
  const id = await world.create()
  const script = `
    eval "$1"
    complete_for() { COMP_WORDS=(cay "$@"); COMP_CWORD=$(($# )); _cay; printf '%s\\n' "\${COMPREPLY[*]}"; }
    cay() { ${process.execPath} ${cayFile} "$@"; }
    complete_for sandbox pa; complete_for sandbox list --sta; complete_for sandbox list --state ''; complete_for sandbox info i`
  const scripts = await cay(['completion', 'bash'])
  const { stdout } = await run(['bash', '-c', script, 'bash', scripts.stdout], { env })
  expect(stdout.split('\n')).toEqual(['pause', '--state', 'running paused', id, ''])
  const offline = await cay(['__complete', '--', 'sandbox', 'info', ''], {
    env: { E2B_API_URL: 'http://127.0.0.1:1' },
  })
  expect(offline).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  for (const shell of ['zsh', 'fish'])
    expect((await cay(['completion', shell])).stdout).toContain('__complete')
})

test('completion kept the prompt for 70 seconds when the API did not answer', async () => {
  const server = createServer(() => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const env = { ...(await privateHome()), E2B_API_KEY: 'e2b_00', E2B_API_URL: `http://127.0.0.1:${port}` }
  const given = { ...env, E2B_SANDBOX_URL: env.E2B_API_URL }
  const completed = runCay(['__complete', '--', 'sandbox', 'info', ''], { env: given })
  expect(await completed).toEqual({ stdout: '', stderr: '', exitCode: 0 })
})

test('the log of a sandbox is shown, and followed until the sandbox ends', async () => {
  const { cay, start, world } = await startCayWorld()
  const id = await world.create()
  expect(await cay(['sandbox', 'logs', id])).toMatchObject({ stderr: '', exitCode: 0 })
  const child = start(['sandbox', 'logs', '-f', id])
  await world.call('DELETE', `/sandboxes/${id}`)
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})

/** `e2b template …` from the first build to the end of a template, and `e2b auth …` as far as there is no login page. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { createTeam, type OwnTeam } from '../support/own-team.ts'
import { commandLineOfThisFile } from './command-line.ts'

let team: OwnTeam
const { e2b, inTerminal } = commandLineOfThisFile(() => team.endpoints)

let directory: string
beforeAll(async () => {
  team = await createTeam()
  pointClientHere(team.endpoints)
  directory = await mkdtemp(join(tmpdir(), 'cay-e2b-template-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface Listed {
  readonly templateID: string
  readonly aliases: readonly string[]
  readonly public: boolean
}

async function listed(name: string): Promise<Listed | undefined> {
  const { code, out } = await e2b('template list', ['--format', 'json'])
  expect(code).toBe(0)
  return (JSON.parse(out) as Listed[]).find(({ aliases }) => aliases.includes(name))
}

describe('a template', () => {
  const name = 'made-by-the-command-line'
  beforeAll(async () => {
    const dockerfile = [
      'FROM e2bdev/base',
      'RUN echo made > /made',
      'COPY greeting.txt /srv/',
      'ENV TONE=friendly',
      'WORKDIR /srv',
    ]
    await writeFile(join(directory, 'greeting.txt'), 'hello\n')
    await writeFile(join(directory, 'e2b.Dockerfile'), dockerfile.join('\n'))
  })

  test('is built of a Dockerfile, and its sandboxes have what it says', async () => {
    const settings = ['--path', directory, '--cpu-count', '1', '--memory-mb', '512']
    const start = ['--cmd', 'sleep 4242', '--ready-cmd', 'true']
    const { code, out } = await e2b('template create', [name, ...settings, ...start])
    expect(out).toContain('Found ./')
    expect(out).toContain('RUN echo made > /made')
    expect(out).toContain(`Building sandbox template ${name} finished.`)
    expect(code).toBe(0)
    const sandbox = await Sandbox.create(name)
    onTestFinished(async () => void (await sandbox.kill()))
    expect((await sandbox.getInfo()).cpuCount).toBe(1)
    const asked = `cat /made greeting.txt; pwd; awk '/MemTotal/ {print $2}' /proc/meminfo; pgrep -c -f 'sleep 424[2]'`
    expect((await e2b('sandbox exec', [sandbox.sandboxId, asked])).out).toBe(
      `made\nhello\n/srv\n${512 * 1024}\n1\n`,
    )
  })

  test('is listed, published and made private again, when that is confirmed', async () => {
    const { out } = await e2b('template list')
    expect(out.trimStart()).toMatch(
      /^ACCESS +TEMPLATE ID +TEMPLATE NAME +VCPUS +RAM MIB +CREATED BY +CREATED AT /,
    )
    expect(out).toMatch(new RegExp(`^Private +[a-z0-9]{20} +${name} +1 +512 `, 'm'))
    const published = await e2b('template publish', [name, '--yes'])
    expect(published).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Published as: ${team.slug}/${name}`),
    })
    expect(await listed(name)).toMatchObject({ public: true })
    const refused = inTerminal('template unpublish', [name])
    await refused.out.has('Do you really want to unpublish this template?')
    refused.type('n\r')
    expect((await refused.ended).out).toContain('Canceled')
    const confirmed = inTerminal('template unpublish', [name])
    await confirmed.out.has('Do you really want to unpublish this template?')
    confirmed.type('y\r')
    expect((await confirmed.ended).code).toBe(0)
    expect(await listed(name)).toMatchObject({ public: false })
  })

  test('can be picked from a list', async () => {
    const picking = inTerminal('template publish', ['--select', '--yes'])
    await picking.out.has('Select sandbox templates to publish')
    await picking.out.has(name)
    const shown = picking.out.text.split('\n').filter((line) => /[◯◉]/.test(line))
    const at = shown.findIndex((line) => line.includes(name))
    picking.type(`${'\u001b[B'.repeat(at)} \r`)
    expect((await picking.ended).out).toContain(`Published as: ${team.slug}/${name}`)
    expect(await listed(name)).toMatchObject({ public: true })
  })

  test('is not deleted while a sandbox of it is there, then once, then it is unknown', async () => {
    const sandbox = await Sandbox.create(name)
    onTestFinished(async () => void (await sandbox.kill()))
    const used = await e2b('template delete', [name, '--yes'])
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining('[400] bad request: ') })
    await sandbox.kill()
    const gone = await e2b('template delete', [name, '--yes'])
    expect(gone).toMatchObject({
      code: 0,
      out: expect.stringContaining(`- Deleting sandbox template ${name}`),
    })
    expect(await listed(name)).toBeUndefined()
    for (const command of ['template delete', 'template publish', 'template unpublish'])
      expect(await e2b(command, [name, '--yes']), command).toMatchObject({
        code: 1,
        err: expect.stringContaining('[404] not found: '),
      })
  })

  test('whose step fails is not there, and the step is named', async () => {
    await mkdir(join(directory, 'broken'))
    await writeFile(join(directory, 'broken/e2b.Dockerfile'), 'FROM e2bdev/base\nRUN echo no >&2; exit 3\n')
    const { code, out, err } = await e2b('template create', ['broken', '--path', join(directory, 'broken')])
    expect(code).toBe(1)
    expect(out).toContain('[stderr]: no')
    expect(err).toContain("failed to run command 'echo no >&2; exit 3': exit status 3")
    expect((await e2b('sandbox create', ['broken', '--detach'])).code).toBe(1)
  })
})

test('files of a template are written and migrated without asking anybody', async () => {
  const settings = ['--path', directory, '--language', 'typescript']
  const offline = { env: { E2B_API_URL: 'http://127.0.0.1:9', E2B_API_KEY: undefined } }
  expect((await e2b('template init', ['--name', 'fresh', ...settings], offline)).code).toBe(0)
  expect(await readFile(join(directory, 'fresh/template.ts'), 'utf8')).toContain('Template()')
  const old = join(directory, 'old')
  await mkdir(old)
  await writeFile(join(old, 'e2b.Dockerfile'), 'FROM e2bdev/base\nRUN true\n')
  await writeFile(join(old, 'e2b.toml'), 'template_id = "old"\ndockerfile = "e2b.Dockerfile"\n')
  expect((await e2b('template migrate', ['--path', old, '--language', 'python-sync'], offline)).code).toBe(0)
  expect(existsSync(join(old, 'template.py'))).toBe(true)
})

describe('who has logged in', () => {
  test('has a file with a key that is used without the variable, until the logout', async () => {
    const { apiKey, apiUrl } = inject('installation')
    const home = join(directory, 'home')
    const login = {
      version: 2,
      identity: { email: 'someone@example.com' },
      oauth: { token_endpoint: apiUrl, revoke_endpoint: apiUrl, client_id: 'cay' },
      tokens: { access_token: 'none', refresh_token: 'none' },
      last_refresh: new Date(0).toISOString(),
      projectName: 'Default',
      projectId: 'default',
      projectApiKey: apiKey,
    }
    const settings = { env: { HOME: home, E2B_API_KEY: undefined } }
    expect(await e2b('auth info', [], settings)).toMatchObject({ code: 0, out: 'Not logged in\n' })
    await mkdir(join(home, '.e2b'), { recursive: true })
    await writeFile(join(home, '.e2b/config.json'), JSON.stringify(login))
    expect((await e2b('auth info', [], settings)).out).toContain('You are logged in as someone@example.com')
    expect((await e2b('sandbox list', [], settings)).code).toBe(0)
    expect(await e2b('auth logout', [], settings)).toMatchObject({ code: 0, out: 'Logged out.\n' })
    expect((await e2b('sandbox list', [], settings)).code).toBe(1)
  })
})

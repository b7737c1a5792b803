/**
 * Templates made of images, with a registry of the tests' own: good images, hand-made ones, and registries and steps that
 * mean harm. An installation of its own, so that builds may fill its disk and use up its time.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type TarPart, tarOf } from '@cay/builder/sim/tar.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { FakeAws } from '../support/fake-aws.ts'
import { alpineLayer, fedoraLayer, programs, ubuntuLayer } from '../support/images.ts'
import { Installation } from '../support/installation.ts'
import { TestRegistry } from '../support/registry.ts'

const execute = promisify(execFile)
const password = 'correct-horse-battery-staple'

let registry: TestRegistry
/** Stopped by one of the tests. */
let leaving: TestRegistry
let installation: Installation
let aws: FakeAws
/** Of a team that has fetched nothing. */
let otherKey: string

beforeAll(async () => {
  registry = await TestRegistry.start()
  leaving = await TestRegistry.start()
  aws = await FakeAws.start()
  const name = `${process.env.CAY_TEST_NAME ?? 'shared'}-images`
  installation = await Installation.prepare(name, {
    CAY_PLAIN_REGISTRIES: `${registry.host},${leaving.host}`,
    CAY_REGISTRY_MIRRORS: `registry.example=${registry.host}/mirrored`,
    CAY_ECR_ENDPOINT: aws.url,
    CAY_BUILDS_AT_ONCE: '2',
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
  otherKey = (await installation.cay('team', 'create', 'others')).stdout.trim()
}, 300_000)
afterAll(async () => {
  await installation?.remove()
  await registry?.stop()
  await aws?.stop()
}, 120_000)

/** Images that only somebody with the secrets may fetch. */
function withLogin(name: string) {
  const login = `me:${password}`
  const image = registry.add(name, { layers: [], login })
  return { name, from: Template().fromImage(image, { username: 'me', password }), login, secrets: [password] }
}

function withGoogle(name: string) {
  const key = 'MIIEvQ-key-of-a-service-account-in-the-tests'
  const account = { type: 'service_account', project_id: 'p', private_key: `-----BEGIN-----\n${key}\n` }
  const login = `_json_key:${JSON.stringify(account)}`
  const image = registry.add(name, { layers: [], login })
  const from = Template().fromGCPRegistry(image, { serviceAccountJSON: account })
  return { name, from, login, secrets: [key] }
}

function withAws(name: string) {
  const secretAccessKey = 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY'
  const login = `AWS:${aws.token}`
  const image = registry.add(name, { layers: [], login })
  const credentials = { accessKeyId: aws.accessKeyId, secretAccessKey, region: 'eu-central-1' }
  const from = Template().fromAWSRegistry(image, credentials)
  return { name, from, login, secrets: [secretAccessKey, aws.token] }
}

/** Written since then, with one of the words in it. */
async function filesWith(words: readonly string[], fromMs: number): Promise<string> {
  const look = ['grep', '-lF', ...words.flatMap((word) => ['-e', word]), '{}', '+']
  const recent = ['-type', 'f', '-newermt', new Date(fromMs).toISOString()]
  const found = execute('find', [installation.dataDir, ...recent, '-exec', ...look])
  // Where there is no such file, that is an error to grep.
  return (await found.catch((failure: { stdout: string }) => failure)).stdout
}

/** Neither in the build's log nor in what it leaves; the image has bash alone. */
async function expectNoSecretIn({ name, from, secrets }: ReturnType<typeof withLogin>): Promise<void> {
  const show =
    'export -p > /e; for f in /proc/[0-9]*/environ; do while IFS= read -r -d "" v; do echo "$v"; done < $f; done >> /e || true'
  const { error, log } = await build(name, from.runCmd(show, { user: 'root' }))
  expect(error).toBeUndefined()
  for (const secret of secrets) expect(log).not.toContain(secret)
  // Patterns, and not themselves what is looked for: what a sandbox is asked to do stands in its log.
  const patterns = secrets.map((secret) => `$all != *${secret.replace(/.$/, '[$&]')}*`)
  const look = `all=$(< /e); [[ $all == *PATH* && ${patterns.join(' && ')} ]] && echo clean`
  expect(await say(name, look)).toBe('clean\n')
}

/** Everything that a build says, and how it ended. */
async function build(name: string, template: Parameters<typeof Template.build>[0], apiKey?: string) {
  const lines: string[] = []
  const onBuildLogs = ({ message }: { message: string }) => void lines.push(message)
  const options = { onBuildLogs, cpuCount: 1, memoryMB: 512, ...(apiKey === undefined ? {} : { apiKey }) }
  const error = await Template.build(template, name, options).then(
    () => undefined,
    (failure: unknown) => String(failure instanceof Error ? failure.message : failure),
  )
  return { error, log: lines.join('\n') }
}

async function say(template: string, command: string): Promise<string> {
  const sandbox = await Sandbox.create(template)
  onTestFinished(async () => void (await sandbox.kill()))
  return (await sandbox.commands.run(command, { user: 'root' })).stdout
}

describe('an image', () => {
  test('of nothing at all gets a shell and a user, and runs commands', async () => {
    const image = registry.add('empty', { layers: [] })
    const { error, log } = await build('empty', Template().fromImage(image))
    expect(error).toBeUndefined()
    expect(log).toContain('the image has no /bin/bash: a static one was put there')
    expect(log).toContain('the image has no /etc/passwd: one was made')
    expect(log).toContain('the image has no certificates of authorities')
    expect(log).toContain('added the user user')
    expect(await say('empty', 'echo $((6 * 7)); echo ~user')).toBe('42\n/home/user\n')
  })

  test('with one static program and no shell, as distroless ones are', async () => {
    const base = await Sandbox.create('base')
    const bytes = await base.files.read('/bin/bash-static', { format: 'bytes' })
    await base.kill()
    const bash = Buffer.from(bytes).toString('latin1')
    const layers = [
      tarOf([
        { name: 'app', mode: 0o755, content: bash },
        { name: 'etc', type: '5', mode: 0o755 },
        { name: 'etc/passwd', content: 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532::/:\n' },
      ]),
    ]
    const image = registry.add('distroless', { layers, variables: ['GREETING=hello', 'PATH=/app-bin'] })
    const { error } = await build('distroless', Template().fromImage(image).runCmd('echo "$GREETING" > said'))
    expect(error).toBeUndefined()
    expect(await say('distroless', '/app -c "read a < /home/user/said; echo \\$a"')).toBe('hello\n')
  })

  test.each<[string, () => Promise<TarPart[]>, string, string[]]>([
    ['Alpine', alpineLayer, 'uid=1000(user) gid=1000(user) groups=1000(user),10(wheel)', [shellNote]],
    ['Ubuntu', ubuntuLayer, 'uid=1001(user) gid=1001(user) groups=1001(user),27(sudo)', [certificatesNote]],
    ['Fedora', fedoraLayer, 'uid=1000(user) gid=1000(user) groups=1000(user),10(wheel)', []],
  ])('as %s makes them works as any other', async (kind, layer, id, provided) => {
    const name = named(kind.toLowerCase())
    const image = registry.add(name, { layers: [tarOf(await layer())] })
    const template = Template({ fileContextPath: import.meta.dirname })
      .fromImage(image)
      .runCmd('id > /home/user/id; sudo -n cat /etc/shadow > /dev/null')
      .copy('template.test.ts', '/srv/copied/')
      .setUser('worker')
      .setWorkdir('/srv/work')
      .setStartCmd('sleep 1000', 'sleep 1')
    const { error, log } = await build(name, template)
    expect(error).toBeUndefined()
    for (const note of [shellNote, certificatesNote])
      expect(log.includes(note), note).toBe(provided.includes(note))
    const sandbox = await Sandbox.create(name)
    onTestFinished(async () => void (await sandbox.kill()))
    const { stdout } = await sandbox.commands.run(
      'cat /home/user/id; id -un; pwd; ls /srv/copied; stat -c "%U %a" /home/worker /tmp; ls -d /home/user; echo "$BASH"',
    )
    expect(stdout).toBe(
      `${id}\nworker\n/srv/work\ntemplate.test.ts\nworker 755\nroot 1777\n/home/user\n/bin/bash\n`,
    )
    await sandbox.files.write('/home/user/own', 'x', { user: 'user' })
    const owned = await sandbox.commands.run('stat -c %U /home/user/own; sudo -n id -u; cat /etc/hostname', {
      user: 'user',
    })
    expect(owned.stdout).toBe('user\n0\nsandbox\n')
    expect(await sandbox.files.read('/etc/resolv.conf', { user: 'root' })).toContain('nameserver ')
    const shown: Uint8Array[] = []
    const onData = (bytes: Uint8Array) => void shown.push(bytes)
    const terminal = await sandbox.pty.create({ cols: 80, rows: 24, onData })
    await sandbox.pty.sendInput(terminal.pid, Buffer.from('echo "$BASH:$PWD"; exit\n'))
    await terminal.wait()
    expect(Buffer.concat(shown).toString()).toContain('/bin/bash:/srv/work')
  })

  test('as Alpine makes them runs its own shell and programs of musl', async () => {
    const look =
      '/bin/ash -c "echo \\$0"; ldd 2>&1 | head -1; head -1 /etc/ssl/cert.pem; cat /etc/alpine-release'
    expect(await say('alpine', look)).toMatch(/^\/bin\/ash\nmusl libc .*\nof the image\n3\.22\.1\n$/)
  })

  test('of many layers comes out as they say: whiteouts, opaque directories, links, owners', async () => {
    const system = tarOf([
      { name: 'bin', type: '2', linkName: 'usr/bin' },
      { name: 'lib64', type: '2', linkName: 'usr/lib64' },
      ...(await programs('/usr/bin/bash', '/usr/bin/stat', '/usr/bin/ls', '/usr/bin/cat')).map((part) => ({
        ...part,
        name: part.name.replace(/^(bin|lib|lib64)\//, 'usr/$1/'),
      })),
      { name: 'lib', type: '2', linkName: 'usr/lib' },
      { name: 'data', type: '5', mode: 0o755 },
      { name: 'data/gone', content: 'x' },
      { name: 'data/kept', content: 'kept', uid: 12_345, gid: 54_321, mode: 0o640 },
      { name: 'data/hard', type: '1', linkName: 'data/kept' },
      { name: 'old', type: '5', mode: 0o755 },
      { name: 'old/hidden', content: 'x' },
      { name: 'dev/null', type: '3' },
    ])
    const changes = tarOf([
      { name: 'data/.wh.gone', content: '' },
      { name: 'old/.wh..wh..opq', content: '' },
      { name: 'old/new', content: 'x' },
    ])
    const many = Array.from({ length: 200 }, (_, index) =>
      tarOf([{ name: 'counter', content: `${index}\n` }]),
    )
    const image = registry.add('layers', { layers: [system, changes, ...many] })
    const { error, log } = await build('layers', Template().fromImage(image))
    expect(error).toBeUndefined()
    expect(log).not.toContain('a static one was put there')
    expect(
      await say(
        'layers',
        'ls /data /old; stat -c "%u %g %a %h" /data/kept; cat /counter; echo x > /dev/null',
      ),
    ).toBe('/data:\nhard\nkept\n\n/old:\nnew\n12345 54321 640 2\n199\n')
  })

  test('behind a password, a key of Google or a token of AWS is fetched with it, and no secret is found anywhere afterwards', async () => {
    const fromMs = Date.now()
    const images = [withLogin('private'), withGoogle('private-google'), withAws('private-aws')]
    await Promise.all(images.map(expectNoSecretIn))
    const words = images.flatMap(({ login, secrets }) => [...secrets, Buffer.from(login).toString('base64')])
    expect(await filesWith(words, fromMs)).toBe('')
    expect(await filesWith(['private-google'], fromMs)).not.toBe('')
    const without = Template().fromImage(`${registry.host}/private`)
    for (const key of [undefined, otherKey])
      expect((await build('private', without, key)).error).toContain('access was denied')
  })

  test('of a registry of AWS is refused when AWS does not know the key', async () => {
    const credentials = { accessKeyId: 'AKIDUNKNOWN', secretAccessKey: 'x', region: 'eu-central-1' }
    const template = Template().fromAWSRegistry(registry.add('unknown', { layers: [] }), credentials)
    expect((await build('unknown', template)).error).toContain('AWS gave no token of the registry (400')
  })

  test.each([
    ['wrong password', { username: 'me', password: 'wrong' }],
    ['no password', undefined],
  ])('behind a password is refused with %s', async (_, credentials) => {
    const image = registry.add('locked', { layers: [], login: `me:${password}` })
    const { error } = await build('locked', Template().fromImage(image, credentials))
    expect(error).toContain('access was denied')
  })

  test('whose registry sends callers elsewhere is fetched, and the password stays where it belongs', async () => {
    const layers = [tarOf([{ name: 'from-elsewhere', content: 'x' }])]
    const image = registry.add('moved', { layers, login: `me:${password}`, trouble: 'redirects' })
    const credentials = { username: 'me', password }
    expect((await build('moved', Template().fromImage(image, credentials))).error).toBeUndefined()
    expect(registry.seenElsewhere.length).toBeGreaterThan(0)
    expect(registry.seenElsewhere.map(({ authorization }) => authorization)).toEqual([undefined])
  })

  test('of a registry that has a mirror is fetched from there', async () => {
    registry.add('mirrored/tools/app', { layers: [tarOf([{ name: 'from-mirror', content: 'x' }])] })
    const template = Template().fromImage('registry.example/tools/app')
    expect((await build('mirrored', template)).error).toBeUndefined()
    expect(await say('mirrored', 'echo /from-*')).toBe('/from-mirror\n')
  })

  test('is taken as it was fetched before when its registry is away', async () => {
    const template = Template().fromImage(leaving.add('away', { layers: [] }))
    expect((await build('away', template)).error).toBeUndefined()
    await leaving.stop()
    const { error, log } = await build('away', template)
    expect(error).toBeUndefined()
    expect(log).toContain('the registry does not answer: taking')
    expect((await build('away', template, otherKey)).error).toContain('the registry cannot be reached')
  })
})

const shellNote = 'the image has no /bin/bash: a static one was put there'
const certificatesNote = 'the image has no certificates of authorities'

let layersMade = 0

/** No two are alike: what a team has fetched is not fetched again. */
const harmless = (bytes = 1000) => tarOf([{ name: `a-${layersMade++}`, content: 'x'.repeat(bytes) }])

describe('a build says what is wrong with', () => {
  test.each<[string, () => Parameters<TestRegistry['add']>[1], string]>([
    [
      'a layer of another digest',
      () => ({ layers: [harmless()], claims: { digest: `sha256:${'0'.repeat(64)}` } }),
      'damaged',
    ],
    [
      'a layer that is longer than announced',
      () => ({ layers: [harmless()], trouble: 'sends more' }),
      'damaged',
    ],
    [
      'a layer of far more bytes than its manifest says',
      () => ({ layers: [harmless(2 ** 25)], claims: { size: 100 } }),
      'damaged',
    ],
    ['a manifest of 10,000 layers', () => ({ layers: Array(10_000).fill(harmless()) }), 'too many layers'],
    [
      'an image that says it is too large',
      () => ({ layers: [harmless()], claims: { size: 2 ** 50 } }),
      'too large',
    ],
    ['an image for another machine', () => ({ layers: [], architecture: 's390x' }), 'the image is for s390x'],
    [
      'a layer that leads out of the tree',
      () => ({ layers: [tarOf([{ name: '../../etc/cron.d/x', content: 'x' }])] }),
      'leads upward',
    ],
    [
      'a layer that writes through a circle of links',
      () => ({
        layers: [
          tarOf([
            { name: 'a', type: '2', linkName: 'b' },
            { name: 'b', type: '2', linkName: 'a' },
            { name: 'a/x', content: 'x' },
          ]),
        ],
      }),
      'the archive is refused',
    ],
    [
      'a file of more bytes than there are',
      () => ({ layers: [tarOf([{ name: 'a', claimedSize: 2 ** 40 }])] }),
      '',
    ],
  ])('%s', async (title, made, words) => {
    const image = registry.add(named(title), made())
    const { error } = await build(named(title), Template().fromImage(image))
    expect(error).toBeDefined()
    expect(error).not.toContain('internal')
    expect(error).toContain(words)
  })

  test('an image that is not there', async () => {
    const { error } = await build('missing', Template().fromImage(`${registry.host}/no/such:image`))
    expect(error).toContain('there is no such image')
  })
})

describe('a step', () => {
  test.each<[string, string, string]>([
    ['that fills the disk', 'fallocate -l 30G /home/user/big', 'No space left on device'],
    ['that never stops writing its log', 'yes "a line of a log" | head -c 200M; exit 9', 'too much output'],
  ])('%s fails by itself', async (title, command, words) => {
    const { error, log } = await build(named(title), Template().fromTemplate('base').runCmd(command))
    expect(error).toContain('exit status')
    expect(log).toContain(words)
  })

  test('that copies files which nobody uploaded is refused', async () => {
    const copying = Template({ fileContextPath: import.meta.dirname }).fromTemplate('base')
    expect((await build('nothing-to-copy', copying.copy('no-such-file', '/x'))).error).toMatch(/no-such-file/)
  })

  test('whose start command exits is told so', async () => {
    const { error } = await build('bad-start', Template().fromTemplate('base').setStartCmd('exit 4', 'false'))
    expect(error).toBe('start command failed: exit status 4')
  })
})

test('the command builds a Dockerfile with what it copies, lists it, tags it and deletes it', async () => {
  const context = await mkdtemp(join(tmpdir(), 'cay-context-'))
  onTestFinished(() => rm(context, { recursive: true, force: true }))
  await writeFile(join(context, 'greeting'), 'hello\n')
  const dockerfile = 'FROM e2bdev/base\nCOPY greeting /srv/\nRUN cat /srv/greeting > /srv/copy\n'
  await writeFile(join(context, 'Dockerfile'), dockerfile)
  const cay = async (...args: string[]) => {
    const { code, stdout, stderr } = await installation.cay('template', ...args)
    expect(`${code} ${stderr}`).toBe('0 ')
    return stdout
  }
  expect(await cay('build', context, '--name', 'typed:v1')).toContain('RUN cat /srv/greeting')
  expect(await say('typed:v1', 'cat /srv/copy')).toBe('hello\n')
  expect(await cay('list')).toMatch(/^typed .*team/m)
  expect(await cay('list')).toMatch(/^code-interpreter-v1 .*built-in/m)
  await cay('tag', 'typed:v1', 'stable')
  expect(await cay('tags', 'typed')).toMatch(/^stable/m)
  await Promise.all((await Sandbox.list().nextItems()).map(({ sandboxId }) => Sandbox.kill(sandboxId)))
  expect(await cay('delete', 'typed')).toBe('typed\n')
  expect(await Template.exists('typed')).toBe(false)
})

test('builds that never end are ended when their time is up, and the node goes on', async () => {
  await installation.exited('SIGTERM')
  await installation.up({ CAY_BUILD_TIMEOUT_SECONDS: '25', CAY_BUILDS_AT_ONCE: '4' })
  pointClientHere(await installation.endpoints())
  const base = () => Template().fromTemplate('base')
  const endless = {
    'forks-without-end': base().runCmd('f() { f | f & }; f; sleep 1000'),
    'sleeps-for-ever': base().runCmd('sleep infinity'),
    'is-never-ready': base().setReadyCmd('false'),
    stalls: Template().fromImage(registry.add('stalls', { layers: [harmless()], trouble: 'stalls' })),
  }
  const ends = await Promise.all(
    Object.entries(endless).map(async ([name, template]) => (await build(name, template)).error),
  )
  expect(ends).toEqual(Array(4).fill('build timed out'))
  const sandbox = await Sandbox.create('base')
  onTestFinished(async () => void (await sandbox.kill()))
  expect((await sandbox.commands.run('echo alive')).stdout).toBe('alive\n')
})

test('a build whose node is killed fails with a reason, and can be ordered again', async () => {
  const template = Template().fromTemplate('base').runCmd('echo begun; sleep 600')
  const order = await Template.buildInBackground(template, 'interrupted')
  const isBegun = async () =>
    (await Template.getBuildStatus(order)).logEntries.some(({ message }) => message.includes('begun'))
  await expect.poll(isBegun, { timeout: 60_000 }).toBe(true)
  process.kill((await installation.record()).services.orchestrator.pid, 'SIGKILL')
  const status = async () => (await Template.getBuildStatus(order)).status
  await expect.poll(status, { timeout: 60_000 }).toBe('error')
  expect((await Template.getBuildStatus(order)).reason?.message).toBe(buildReasons.lost)
  expect((await build('interrupted', Template().fromTemplate('base'))).error).toBeUndefined()
})

/** What a template may be called. */
function named(title: string): string {
  return title.replaceAll(/[^a-z0-9]+/g, '-')
}

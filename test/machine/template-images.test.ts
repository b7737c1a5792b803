/**
 * Templates made of images: good ones in registries of Debian's making, and such as no good registry would send in one of
 * the tests' own, with steps that mean harm. An installation of its own, so that builds may fill its disk and use up its
 * time.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type TarPart, tarOf } from '@cay/builder/sim/tar.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { makeAuthority } from '@cay/kit/certificates/issue.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { DebianRegistry, registryLogin } from '../support/debian-registry.ts'
import { FakeAws } from '../support/fake-aws.ts'
import { alpineLayer, fedoraLayer, programs, ubuntuLayer } from '../support/images.ts'
import { Installation } from '../support/installation.ts'
import { TestRegistry } from '../support/registry.ts'

const execute = promisify(execFile)
const password: string = registryLogin.password

let directory: string
/** With the good images, without TLS. */
let debian: DebianRegistry
/** With TLS, and closed to whoever has no password. */
let closed: DebianRegistry
let registry: TestRegistry
/** Stopped by one of the tests. */
let leaving: TestRegistry
let installation: Installation
let aws: FakeAws
/** Of a team that has fetched nothing. */
let otherKey: string

beforeAll(async () => {
  const authority = await makeAuthority('tests', { nowMs: Date.now(), days: 1 })
  directory = await mkdtemp(join(tmpdir(), 'cay-authority-'))
  await writeFile(join(directory, 'authority.pem'), authority.certificate)
  debian = await DebianRegistry.start()
  closed = await DebianRegistry.start({ authority, asksForLogin: true })
  registry = await TestRegistry.start()
  leaving = await TestRegistry.start()
  aws = await FakeAws.start()
  const name = `${process.env.CAY_TEST_NAME ?? 'shared'}-images`
  installation = await Installation.prepare(name, {
    CAY_PLAIN_REGISTRIES: `${debian.host},${registry.host},${leaving.host}`,
    CAY_REGISTRY_MIRRORS: `registry.example=${debian.host}/mirrored`,
    CAY_REGISTRY_CA_FILE: join(directory, 'authority.pem'),
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
  await debian?.[Symbol.asyncDispose]()
  await closed?.[Symbol.asyncDispose]()
  await registry?.stop()
  await aws?.stop()
  await rm(directory, { recursive: true, force: true })
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
    const image = await debian.add('empty', { layers: [] })
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
    const image = await debian.add('distroless', { layers, variables: ['GREETING=hello', 'PATH=/app-bin'] })
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
    const image = await debian.add(name, { layers: [tarOf(await layer())] })
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
      '/bin/ash -c "echo \\$0"; of-musl dynamic; head -1 /etc/ssl/cert.pem; cat /etc/alpine-release'
    expect(await say('alpine', look)).toBe('/bin/ash\ndynamic\nof the image\n3.22.1\n')
  })

  test('as Fedora makes them trusts its own authorities and those of the node', async () => {
    const extracted = '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem'
    const said = await say('fedora', `cat "$SSL_CERT_FILE"; echo; echo then; cat ${extracted}`)
    for (const bundle of said.split('then\n'))
      expect(bundle).toMatch(/^of the image\n-----BEGIN CERTIFICATE-----\n/)
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
      { name: 'data/able', content: 'able', records: { 'SCHILY.xattr.security.capability': '\x01\0\0\x02' } },
      { name: 'data/noted', content: 'noted', records: { 'SCHILY.xattr.user.note': 'x' } },
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
    const image = await debian.add('layers', { layers: [system, changes, ...many] })
    const { error, log } = await build('layers', Template().fromImage(image))
    expect(error).toBeUndefined()
    expect(log).not.toContain('a static one was put there')
    expect(log).toContain('left out 1 device node: a sandbox has its own')
    expect(log).toContain('left out the extended attributes of 2 files')
    expect(
      await say(
        'layers',
        'ls /data /old; stat -c "%u %g %a %h" /data/kept; cat /data/able /data/noted /counter; echo x > /dev/null',
      ),
    ).toBe('/data:\nable\nhard\nkept\nnoted\n\n/old:\nnew\n12345 54321 640 2\nablenoted199\n')
  })

  test('in a registry with TLS and a password is fetched where its authority is trusted, and with the password', async () => {
    const layers = [tarOf([{ name: 'from-tls', content: 'x' }])]
    const image = await closed.add('tools/app', { layers })
    const { error } = await build('tls', Template().fromImage(image, registryLogin))
    expect(error).toBeUndefined()
    expect(await say('tls', 'echo /from-*')).toBe('/from-tls\n')
    for (const credentials of [undefined, { ...registryLogin, password: 'wrong' }])
      expect((await build('tls-closed', Template().fromImage(image, credentials))).error).toContain(
        'access was denied',
      )
  })

  test('in a registry whose authority nobody trusts is refused', async () => {
    const authority = await makeAuthority('others', { nowMs: Date.now(), days: 1 })
    await using stranger = await DebianRegistry.start({ authority, asksForLogin: true })
    const image = await stranger.add('app', { layers: [harmless()] })
    const { error } = await build('stranger', Template().fromImage(image, registryLogin))
    expect(error).toMatch(/cannot be reached .*certificate signed by unknown authority/)
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
    await debian.add('mirrored/tools/app', { layers: [tarOf([{ name: 'from-mirror', content: 'x' }])] })
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
      'a description of many megabytes',
      () => ({ layers: [], variables: [`LONG=${'x'.repeat(8 * 1024 * 1024)}`] }),
      '',
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

  test('an image with a variable that no program can be started with', async () => {
    const image = registry.add('long', { layers: [], variables: [`LONG=${'x'.repeat(256 * 1024)}`] })
    const { error } = await build('long', Template().fromImage(image).runCmd('echo started'))
    expect(error).toBeDefined()
    expect(error).not.toContain('internal')
  })

  test('an image that is not there', async () => {
    const { error } = await build('missing', Template().fromImage(`${registry.host}/no/such:image`))
    expect(error).toContain('there is no such image')
  })
})

/** In large pieces: so it comes quicker. */
const gigabyteOfLog = `python3 -c 'import sys
lines = b"a line of a log\\n" * 2**16
for _ in range(2**10): sys.stdout.buffer.write(lines)
sys.exit(9)'`

describe('a step', () => {
  test.each<[string, string, string]>([
    ['that fills the disk', 'fallocate -l 30G /home/user/big', 'No space left on device'],
    ['that never stops writing its log', gigabyteOfLog, 'too much output'],
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
  await installation.up({ CAY_BUILD_TIMEOUT_SECONDS: '12', CAY_BUILDS_AT_ONCE: '4' })
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

test('a build that a newer one replaces is ended, and nothing of it is left on the node', async () => {
  const order = await begin('replaced')
  expect(await containersOf(order.buildId)).toHaveLength(1)
  expect((await build('replaced', Template().fromTemplate('base'))).error).toBeUndefined()
  const { status, reason } = await Template.getBuildStatus(order)
  expect(`${status}: ${reason?.message}`).toBe(`error: ${buildReasons.cancelled}`)
  await expect.poll(() => containersOf(order.buildId), { timeout: 60_000 }).toEqual([])
  expect(await readdir(`${installation.dataDir}/builder/scratch`)).toEqual([])
})

/** As the node has written down. */
async function containersOf(buildId: string): Promise<string[]> {
  const containers = `${installation.dataDir}/containers`
  const records = await Promise.all(
    (await readdir(containers)).map((id) =>
      readFile(`${containers}/${id}/record.json`, 'utf8').catch(() => ''),
    ),
  )
  return records.filter((record) => record.includes(`"buildId":"${buildId}"`))
}

test('a build goes on when everything but its node is killed', async () => {
  const order = await begin('undisturbed', 'sleep 3; echo done > /home/user/done')
  const { services } = await installation.record()
  for (const name of ['control', 'egress', 'proxy'] as const) process.kill(services[name].pid, 'SIGKILL')
  const status = () => Template.getBuildStatus(order).then(({ status: now }) => now, String)
  await expect.poll(status, { timeout: 90_000, interval: 200 }).toBe('ready')
  expect(await say('undisturbed', 'cat /home/user/done')).toBe('done\n')
})

test('a build whose node is killed fails with a reason, and can be ordered again', async () => {
  const order = await begin('interrupted')
  process.kill((await installation.record()).services.orchestrator.pid, 'SIGKILL')
  const status = async () => (await Template.getBuildStatus(order)).status
  await expect.poll(status, { timeout: 60_000 }).toBe('error')
  expect((await Template.getBuildStatus(order)).reason?.message).toBe(buildReasons.lost)
  expect((await build('interrupted', Template().fromTemplate('base'))).error).toBeUndefined()
})

/** A build of which a step is at work. */
async function begin(name: string, command = 'sleep 600') {
  const template = Template().fromTemplate('base').runCmd(`echo ${name} begun; ${command}`)
  const order = await Template.buildInBackground(template, name)
  const isBegun = async () =>
    (await Template.getBuildStatus(order)).logEntries.some(({ message }) =>
      message.endsWith(`: ${name} begun`),
    )
  await expect.poll(isBegun, { timeout: 60_000 }).toBe(true)
  return order
}

/** What a template may be called. */
function named(title: string): string {
  return title.replaceAll(/[^a-z0-9]+/g, '-')
}

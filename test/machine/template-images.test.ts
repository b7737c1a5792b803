/** Templates made of images of all kinds: good ones in a registry of Debian's making, and such as no good registry would send. */
import { type TarPart, tarOf } from '@cay/builder/testing/tar.ts'
import { type Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, inSandbox, named, newName, say } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { DebianRegistry } from '../support/debian-registry.ts'
import { ownArchitecture } from '../support/image-manifest.ts'
import { alpineLayer, fedoraLayer, programs, ubuntuLayer } from '../support/images.ts'
import { Installation } from '../support/installation.ts'
import { TestRegistry } from '../support/registry.ts'

let debian: DebianRegistry
let registry: TestRegistry
let installation: Installation

beforeAll(async () => {
  debian = await DebianRegistry.start()
  registry = await TestRegistry.start()
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-images`, {
    CAY_PLAIN_REGISTRIES: `${debian.host},${registry.host}`,
    CAY_BUILDS_AT_ONCE: '3',
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
}, 300_000)
afterAll(async () => {
  await installation?.remove()
  await debian?.[Symbol.asyncDispose]()
  await registry?.stop()
}, 120_000)

const shellNote = 'the image has no /bin/bash: a static one was put there'
const certificatesNote = 'the image has no certificates of authorities'

describe.concurrent('an image', () => {
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
    const bytes = await inSandbox('base', ({ files }) => files.read('/bin/bash-static', { format: 'bytes' }))
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
      .setStartCmd('sleep 1000', 'true')
    const { error, log } = await build(name, template)
    expect(error).toBeUndefined()
    for (const note of [shellNote, certificatesNote])
      expect(log.includes(note), note).toBe(provided.includes(note))
    await inSandbox(name, (sandbox) => expectUsual(sandbox, id))
  })

  test('that there is for several machines is the one for this', async () => {
    const layers = [tarOf([{ name: 'from-several', content: 'x' }])]
    const image = registry.add('several', { layers, indexOf: ['s390x', ownArchitecture] })
    expect((await build('several', Template().fromImage(image))).error).toBeUndefined()
    expect(await say('several', 'echo /from-*')).toBe('/from-several\n')
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
})

describe('of an image a sandbox', () => {
  test('has the shell of Alpine and programs of musl', async () => {
    const look =
      '/bin/ash -c "echo \\$0"; of-musl dynamic; head -1 /etc/ssl/cert.pem; cat /etc/alpine-release'
    expect(await say('alpine', look)).toBe('/bin/ash\ndynamic\nof the image\n3.22.1\n')
  })

  test('trusts the authorities of Fedora and those of the node', async () => {
    const extracted = '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem'
    const said = await say('fedora', `cat "$SSL_CERT_FILE"; echo; echo then; cat ${extracted}`)
    for (const bundle of said.split('then\n'))
      expect(bundle).toMatch(/^of the image\n-----BEGIN CERTIFICATE-----\n/)
  })
})

/** What holds for every sandbox, whatever its image: users, directories, names, terminals. */
async function expectUsual(sandbox: Sandbox, id: string): Promise<void> {
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
}

const harmless = (bytes = 1000) => tarOf([{ name: newName(), content: 'x'.repeat(bytes) }])

describe.concurrent('a build says what is wrong with', () => {
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
      'an image of several machines, of which none is this',
      () => ({ layers: [], indexOf: ['s390x', 'riscv64'] }),
      `no variant for linux/${ownArchitecture}; it has linux/s390x, linux/riscv64`,
    ],
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

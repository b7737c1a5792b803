/** Registries that images of templates come from: closed ones, those of clouds, mirrors, and such as are away. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { makeAuthority } from '@cay/kit/certificates/issue.ts'
import { Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, named, newName, say } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { DebianRegistry, registryLogin } from '../support/debian-registry.ts'
import { FakeAws } from '../support/fake-aws.ts'
import { Installation } from '../support/installation.ts'
import { TestRegistry } from '../support/registry.ts'

const execute = promisify(execFile)

let directory: string
let mirror: DebianRegistry
/** With TLS, and closed to whoever has no password. */
let closed: DebianRegistry
/** The same, and nobody trusts its certificate. */
let untrusted: DebianRegistry
let registry: TestRegistry
/** Stopped by one of the tests. */
let leaving: TestRegistry
/** An image there. */
let away: string
let installation: Installation
let aws: FakeAws
/** Of a team that has fetched nothing. */
let otherKey: string

beforeAll(async () => {
  const authority = await makeAuthority('tests', { nowMs: Date.now(), days: 1 })
  directory = await mkdtemp(join(tmpdir(), 'cay-authority-'))
  await writeFile(join(directory, 'authority.pem'), authority.certificate)
  mirror = await DebianRegistry.start()
  closed = await DebianRegistry.start({ authority, asksForLogin: true })
  const others = await makeAuthority('others', { nowMs: Date.now(), days: 1 })
  untrusted = await DebianRegistry.start({ authority: others, asksForLogin: true })
  registry = await TestRegistry.start()
  leaving = await TestRegistry.start()
  away = leaving.add('away', { layers: [] })
  aws = await FakeAws.start()
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-registries`, {
    CAY_PLAIN_REGISTRIES: `${mirror.host},${registry.host},${leaving.host}`,
    CAY_PRIVATE_REGISTRIES: [closed, untrusted, { host: registry.elsewhere }].map(({ host }) => host).join(),
    CAY_REGISTRY_MIRRORS: `registry.example=${mirror.host}/mirrored`,
    CAY_REGISTRY_CA_FILE: join(directory, 'authority.pem'),
    CAY_ECR_ENDPOINT: aws.url,
    CAY_BUILDS_AT_ONCE: '3',
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
  otherKey = (await installation.cay('team', 'create', 'others')).stdout.trim()
}, 300_000)
afterAll(async () => {
  await installation?.remove()
  await mirror?.[Symbol.asyncDispose]()
  await closed?.[Symbol.asyncDispose]()
  await untrusted?.[Symbol.asyncDispose]()
  await registry?.stop()
  await aws?.stop()
  await rm(directory, { recursive: true, force: true })
}, 120_000)

/** Images that only somebody with the secrets may fetch. */
function withLogin(name: string) {
  const password = 'password-of-one-image'
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

describe.concurrent('an image', () => {
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
    const image = await untrusted.add('app', { layers: [tarOf([{ name: newName(), content: 'x' }])] })
    const { error } = await build('untrusted', Template().fromImage(image, registryLogin))
    expect(error).toContain('the certificate of the registry is not trusted')
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
    expect((await build('unknown', template)).error).toContain('AWS returned no registry token (400')
  })

  test.each([
    ['wrong password', { username: 'me', password: 'wrong' }],
    ['no password', undefined],
  ])('behind a password is refused with %s', async (title, credentials) => {
    const image = registry.add('locked', { layers: [], login: 'me:right' })
    const { error } = await build(named(`locked-${title}`), Template().fromImage(image, credentials))
    expect(error).toContain('access was denied')
  })

  test('whose registry sends callers elsewhere is fetched, and the password stays where it belongs', async () => {
    const layers = [tarOf([{ name: 'from-elsewhere', content: 'x' }])]
    const image = registry.add('moved', { layers, login: 'me:right', trouble: 'redirects' })
    const credentials = { username: 'me', password: 'right' }
    expect((await build('moved', Template().fromImage(image, credentials))).error).toBeUndefined()
    expect(registry.seenElsewhere.length).toBeGreaterThan(0)
    expect(registry.seenElsewhere.map(({ authorization }) => authorization)).toEqual([undefined])
  })

  test('of a registry that has a mirror is fetched from there', async () => {
    await mirror.add('mirrored/tools/app', { layers: [tarOf([{ name: 'from-mirror', content: 'x' }])] })
    const template = Template().fromImage('registry.example/tools/app')
    expect((await build('mirrored', template)).error).toBeUndefined()
    expect(await say('mirrored', 'echo /from-*')).toBe('/from-mirror\n')
  })

  test('is taken as it was fetched before when its registry is away', async () => {
    const template = Template().fromImage(away)
    expect((await build('away', template)).error).toBeUndefined()
    await leaving.stop()
    const { error, log } = await build('away', template)
    expect(error).toBeUndefined()
    expect(log).toContain('the registry does not answer: taking')
    expect((await build('away', template, otherKey)).error).toContain('the registry cannot be reached')
  })
})

test('an image whose registry is away, and whose parts have been thrown away since, is told in words', async () => {
  const images = `${installation.dataDir}/builder/images`
  for (const team of await readdir(images)) await rm(`${images}/${team}/blobs`, { recursive: true })
  const { error } = await build('away', Template().fromImage(away))
  expect(error).toContain('the registry cannot be reached')
})

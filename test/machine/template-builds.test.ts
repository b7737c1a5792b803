/** Builds that mean harm, never end, or are overtaken by what happens to their node. An installation of its own, to use up its time. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tarOf } from '@cay/builder/testing/tar.ts'
import { buildReasons } from '@cay/core/template/build-state.ts'
import { Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, named, say, sizes } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { Installation } from '../support/installation.ts'
import { TestRegistry } from '../support/registry.ts'

/** A template that comes with Cay is built meanwhile, on a busy machine for minutes. */
const templateMsMax = 12 * 60_000

let directory: string
let registry: TestRegistry
let installation: Installation

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cay-builds-'))
  registry = await TestRegistry.start()
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-builds`, {
    CAY_PLAIN_REGISTRIES: registry.host,
    CAY_BUILDS_AT_ONCE: '3',
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
}, 300_000)
afterAll(async () => {
  await installation?.remove()
  await registry?.stop()
  await rm(directory, { recursive: true, force: true })
}, 120_000)

/** Far more than is kept, in large pieces: so it comes quicker. */
const muchLog = `python3 -c 'import sys
lines = b"a line of a log\\n" * 2**16
for _ in range(2**7): sys.stdout.buffer.write(lines)
sys.exit(9)'`

test.each<[string, string, string]>([
  ['that fills the disk', 'fallocate -l 30G /home/user/big', 'No space left on device'],
  ['that never stops writing its log', muchLog, 'too much output'],
])('a step %s fails by itself', async (title, command, words) => {
  const { error, log } = await build(named(title), Template().fromTemplate('base').runCmd(command))
  expect(error).toContain('exit status')
  expect(log).toContain(words)
})

test(
  'a build on a template that comes with Cay and was never built waits until it is, and says so',
  async () => {
    const onGateway = Template()
      .fromTemplate('mcp-gateway')
      .runCmd('command -v mcp-gateway > /home/user/found')
    const { error, log } = await build('on-unbuilt', onGateway)
    expect(error).toBeUndefined()
    expect(log).toContain("[base] template 'mcp-gateway' is not built yet: waiting for its build")
    expect(log).toMatch(/\[base\] mcp-gateway: \[.*\] \w/)
    expect(log).toContain('[base] FROM mcp-gateway [')
    expect(await say('on-unbuilt', 'cat /home/user/found')).toContain('mcp-gateway')
  },
  templateMsMax,
)

test('a step that copies files which nobody uploaded is refused', async () => {
  const copying = Template({ fileContextPath: import.meta.dirname }).fromTemplate('base')
  expect((await build('nothing-to-copy', copying.copy('no-such-file', '/x'))).error).toMatch(/no-such-file/)
})

test('a build whose start command exits is told so', async () => {
  const { error } = await build('bad-start', Template().fromTemplate('base').setStartCmd('exit 4', 'false'))
  expect(error).toBe('start command failed: exit status 4')
})

test('the command builds a Dockerfile with what it copies, lists it, tags it and deletes it', async () => {
  const context = await mkdtemp(join(directory, 'context-'))
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
  expect(await cay('delete', 'typed')).toBe('typed\n')
  expect(await Template.exists('typed')).toBe(false)
})

test('a template that is built on another is whole when that is deleted meanwhile', async () => {
  const below = Template().fromTemplate('base').runCmd('echo below > below')
  expect((await build('below', below)).error).toBeUndefined()
  const order = await begin('above', 'sleep 1; cp below above', Template().fromTemplate('below'))
  await deleteTemplate('below')
  await expect.poll(() => statusOf(order), { timeout: 60_000, interval: 200 }).toBe('ready')
  expect(await say('above', 'cat /home/user/above')).toBe('below\n')
})

test('a template that is deleted gives the node back what its build holds', async () => {
  const order = await begin('gone')
  await deleteTemplate('gone')
  await expect.poll(() => containersOf(order.buildId), { timeout: 60_000 }).toEqual([])
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
    stalls: Template().fromImage(
      registry.add('stalls', { layers: [tarOf([{ name: 'a' }])], trouble: 'stalls' }),
    ),
  }
  const ends = await Promise.all(
    Object.entries(endless).map(async ([name, template]) => (await build(name, template)).error),
  )
  expect(ends).toEqual(Array(4).fill('build timed out'))
  expect(await say('base', 'echo alive')).toBe('alive\n')
  // The builds of the tests below may take their time.
  await installation.exited('SIGTERM')
  await installation.up({ CAY_BUILDS_AT_ONCE: '4' })
  pointClientHere(await installation.endpoints())
})

test('a build that a newer one replaces is ended, and nothing of it is left on the node', async () => {
  const order = await begin('replaced')
  expect(await containersOf(order.buildId)).toHaveLength(1)
  expect((await build('replaced', Template().fromTemplate('base'))).error).toBeUndefined()
  const { status, reason } = await Template.getBuildStatus(order)
  expect(`${status}: ${reason?.message}`).toBe(`error: ${buildReasons.cancelled}`)
  await expect.poll(() => containersOf(order.buildId), { timeout: 60_000 }).toEqual([])
  await expect.poll(() => readdir(`${installation.dataDir}/builder/scratch`), { timeout: 60_000 }).toEqual([])
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
  await expect.poll(() => statusOf(order), { timeout: 180_000, interval: 200 }).toBe('ready')
  expect(await say('undisturbed', 'cat /home/user/done')).toBe('done\n')
})

test('a build whose node is killed fails with a reason, and can be ordered again', async () => {
  const order = await begin('interrupted')
  process.kill((await installation.record()).services.orchestrator.pid, 'SIGKILL')
  await expect.poll(() => statusOf(order), { timeout: 60_000 }).toBe('error')
  expect((await Template.getBuildStatus(order)).reason?.message).toBe(buildReasons.lost)
  const { error, log } = await build('interrupted', Template().fromTemplate('base').runCmd(firstStep))
  expect(error).toBeUndefined()
  expect(log).toMatch(/^CACHED \[builder 1\/1\] RUN echo the first step/m)
})

async function deleteTemplate(name: string): Promise<void> {
  const { stderr, code } = await installation.cay('template', 'delete', name)
  expect(`${code} ${stderr}`).toBe('0 ')
}

type Order = Awaited<ReturnType<typeof Template.buildInBackground>>

/** Also of an API that is being started anew. */
async function statusOf(order: Order): Promise<string> {
  return await Template.getBuildStatus(order).then(({ status }) => status, String)
}

const firstStep = 'echo the first step'

/** A build of which a step is at work. */
async function begin(name: string, command = 'sleep 600', from = Template().fromTemplate('base')) {
  const template = from.runCmd(firstStep).runCmd(`echo ${name} begun; ${command}`)
  const order = await Template.buildInBackground(template, name, sizes)
  const isBegun = async () =>
    (await Template.getBuildStatus(order)).logEntries.some(({ message }) =>
      message.endsWith(`: ${name} begun`),
    )
  await expect.poll(isBegun, { timeout: 60_000 }).toBe(true)
  return order
}

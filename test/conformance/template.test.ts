/** Templates with the official builder. Each build takes seconds, so a build shows as many rules as it can. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Template } from 'e2b'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { inSandbox, named } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'

let context: string

beforeAll(async () => {
  pointClientHere()
  context = await mkdtemp(join(tmpdir(), 'cay-context-'))
  await mkdir(join(context, 'sub/deep'), { recursive: true })
  await writeFile(join(context, 'a.txt'), 'a\n')
  await writeFile(join(context, 'sub/b.txt'), 'b\n')
  await writeFile(join(context, 'sub/deep/c.md'), 'c\n')
  await symlink('b.txt', join(context, 'sub/link'))
  // The client's packer lists what is below a link to a directory, in the root of a copied tree.
  await mkdir(join(context, 'tree/real/deeper'), { recursive: true })
  await writeFile(join(context, 'tree/real/deeper/d.txt'), 'd\n')
  await symlink('real', join(context, 'tree/alias'))
})
afterAll(() => rm(context, { recursive: true, force: true }))

const logsOf = () => {
  const messages: string[] = []
  return { messages, onBuildLogs: ({ message }: { message: string }) => void messages.push(message) }
}

/** Standard output of a command in a new sandbox. */
async function say(template: string, command: string): Promise<string> {
  return await inSandbox(template, async ({ commands }) => (await commands.run(command)).stdout)
}

test('steps leave files, a user, a working directory and a process that runs', async () => {
  const { messages, onBuildLogs } = logsOf()
  const template = Template({ fileContextPath: context })
    .fromTemplate('base')
    .setEnvs({ GREETING: 'Hello, World!', WHERE: '$HOME/$(id)' })
    .runCmd('echo "$GREETING $WHERE" > greeting; echo said')
    .copy('a.txt', '/srv/data/')
    .copy('sub', '/srv/sub', { mode: 0o755 })
    .copy('sub/*.txt', '/srv/texts/')
    .copy('tree', '/srv/tree')
    .setUser('someone')
    .setWorkdir('/srv/work')
    .runCmd('id -un > who; rm -f /etc/pip.conf', { user: 'root' })
    .setStartCmd('python3 -m http.server 8123', 'curl -sf localhost:8123')
  const { buildId, templateId } = await Template.build(template, 'steps:v1', { onBuildLogs })
  expect(messages.join('\n')).toMatch(
    /Running start command[\s\S]*Waiting for template to be ready[\s\S]*Template is ready/,
  )
  expect(messages).toContainEqual(expect.stringMatching(/^\[builder 2\/9\] \[stdout\]: said$/))

  expect(
    await say(
      'steps:v1',
      [
        'cat /home/user/greeting /srv/data/a.txt /srv/sub/deep/c.md /srv/texts/b.txt; readlink /srv/sub/link',
        'readlink /srv/tree/alias; cat /srv/tree/alias/deeper/d.txt; ls -A /srv/tree | wc -l',
        'stat -c "%U %a" /srv/sub; pwd; id -un; cat who; ls /etc/pip.conf 2>&1 | wc -l; echo "[$GREETING]"',
        'curl -s localhost:8123 | grep -c who',
      ].join('; '),
    ),
  ).toBe(
    'Hello, World! /root/$(id)\na\nc\nb\nb.txt\nreal\nd\n2\nuser 755\n/srv/work\nsomeone\nroot\n1\n[]\n1\n',
  )

  expect(await Template.exists('steps')).toBe(true)
  expect(await Template.getTags('steps')).toMatchObject([{ tag: 'v1', buildId }])
  expect(await Template.assignTags('steps:v1', ['stable'])).toMatchObject({ buildId, tags: ['stable'] })
  expect(await say('steps:stable', 'echo tagged')).toBe('tagged\n')
  await Template.removeTags('steps', 'stable')
  expect((await Template.getTags(templateId)).map(({ tag }) => tag)).toEqual(['v1'])
})

test('the sizes that a template asks for are those of its sandboxes, its disk too', async () => {
  const sizes = { cpuCount: 1, memoryMB: 640, minFreeDiskMb: 12 * 1024 }
  const { templateId } = await Template.build(Template().fromTemplate('base'), 'sized', sizes)
  const look = [
    "awk '/MemTotal/ {print $2 / 1024}' /proc/meminfo",
    'fallocate -l 11G large && echo fits; fallocate -l 2G more || echo full',
  ]
  await inSandbox('sized', async (sandbox) => {
    expect(await sandbox.getInfo()).toMatchObject({ cpuCount: 1, memoryMB: 640 })
    expect((await sandbox.commands.run(look.join('; '))).stdout).toBe('640\nfits\nfull\n')
  })
  const { apiUrl, apiKey } = inject('installation')
  const told = await fetch(`${apiUrl}/templates/${templateId}`, { headers: { 'x-api-key': apiKey } })
  expect(await told.json()).toMatchObject({ builds: [{ cpuCount: 1, memoryMB: 640, diskSizeMB: 12 * 1024 }] })
})

test('a Dockerfile is built as it says, and as the user that it leaves unsaid', async () => {
  const dockerfile = [
    'FROM e2bdev/base',
    'ARG VERSION=3',
    'ENV PLACE=/srv/app NAME=some',
    'WORKDIR /srv/app',
    'COPY sub/*.txt ./texts/',
    'RUN echo "$NAME $VERSION" > said && id -un >> said && pwd >> said',
  ].join('\n')
  await Template.build(Template({ fileContextPath: context }).fromDockerfile(dockerfile), 'docker-file')
  const look = 'cat /srv/app/said /srv/app/texts/b.txt; ls /srv/app/texts; id -un; pwd'
  expect(await say('docker-file', look)).toBe('some 3\nroot\n/srv/app\nb\nb.txt\nuser\n/srv/app\n')
})

test('a step that fails is named, with what it said', async () => {
  const { messages, onBuildLogs } = logsOf()
  const template = Template().fromTemplate('base').runCmd('true').runCmd('echo no >&2; exit 3')
  await expect(Template.build(template, 'failing', { onBuildLogs })).rejects.toThrow(
    "failed to run command 'echo no >&2; exit 3': exit status 3",
  )
  expect(messages).toContainEqual(expect.stringContaining('[stderr]: no'))
})

test.each([
  [
    'a user that does not exist',
    Template().fromTemplate('base').runCmd('true', { user: 'nobody-such' }),
    "failed to run command 'true': command failed: unauthenticated: invalid username: 'nobody-such'",
  ],
  [
    'a user that cannot be one',
    Template().fromTemplate('base').setUser('a/b'),
    "'a/b' cannot be the name of a user",
  ],
  [
    'a place that cannot be copied to',
    Template({ fileContextPath: import.meta.dirname })
      .fromTemplate('base')
      .runCmd('ln -s /nowhere/at/all dangling')
      .copy('template.test.ts', 'dangling/'),
    'dangling',
  ],
  ['a template that does not exist', Template().fromTemplate('no-such-template'), 'not found'],
])('%s is what the build says', async (what, template, why) => {
  await expect(Template.build(template, named(what))).rejects.toThrow(why)
})

test('a build of the same steps is taken from what is kept, and one that is forced is not', async () => {
  const template = Template().fromTemplate('base').runCmd('date +%N > /home/user/when')
  await Template.build(template, 'cached:one')
  const again = logsOf()
  await Template.build(template, 'cached:two', again)
  expect(again.messages).toContainEqual(expect.stringMatching(/^CACHED \[builder 1\/1\] RUN date/))
  const forced = logsOf()
  await Template.build(template, 'cached:three', { ...forced, skipCache: true })
  expect(forced.messages.filter((message) => message.startsWith('CACHED'))).toEqual([])
  const when = (tag: string) => say(`cached:${tag}`, 'cat /home/user/when')
  expect(await when('two')).toBe(await when('one'))
  expect(await when('three')).not.toBe(await when('one'))
  await Template.build(Template().fromTemplate('cached:one').runCmd('cp when again'), 'on-cached')
  expect(await say('on-cached', 'cat again')).toBe(await when('one'))
})

test('a template is built on a template, and inherits what that starts', async () => {
  const below = Template().fromTemplate('base').setWorkdir('/srv/below').setStartCmd('sleep 1000', 'true')
  await Template.build(below, 'below')
  await Template.build(Template().fromTemplate('below').runCmd('pwd > where'), 'above')
  expect(await say('above', 'cat where; pwd; pgrep -c -f "sleep 1000"')).toBe('/srv/below\n/srv/below\n1\n')
})

test('a build in the background is under way at once', async () => {
  const build = await Template.buildInBackground(Template().fromTemplate('base').runCmd('sleep 1'), 'behind')
  expect((await Template.getBuildStatus(build)).status).toBe('building')
  await expect
    .poll(async () => (await Template.getBuildStatus(build)).status, { timeout: 60_000 })
    .toBe('ready')
})

test('a files-only resume of a sandbox of a user template loses default user and workdir', async () => {
  const template = Template().fromTemplate('base').setUser('someone').setWorkdir('/srv/work')
  await Template.build(template, 'with-defaults')
  await inSandbox('with-defaults', async (sandbox) => {
    const who = async () => (await sandbox.commands.run('id -un; pwd')).stdout
    await sandbox.pause({ keepMemory: false })
    await sandbox.connect()
    expect(await who()).toBe('someone\n/srv/work\n')
    await sandbox.pause()
    await sandbox.connect({ onResume: 'reboot' })
    expect(await who()).toBe('someone\n/srv/work\n')
  })
})

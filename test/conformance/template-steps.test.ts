/** Every step that the official builder has a word for, in one build where that can be. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Sandbox, Template, waitForFile } from 'e2b'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

let context: string

beforeAll(async () => {
  pointClientHere()
  context = await mkdtemp(join(tmpdir(), 'cay-steps-'))
  await mkdir(join(context, 'packages/python/steps'), { recursive: true })
  await mkdir(join(context, 'packages/node'))
  const files = {
    'one.txt': 'one\n',
    'two.txt': 'two\n',
    'packages/python/setup.py':
      'from setuptools import setup\nsetup(name="steps", version="1.0", packages=["steps"])\n',
    'packages/python/steps/__init__.py': 'said = "from a package"\n',
    'packages/node/package.json': '{ "name": "steps", "version": "1.0.0", "bin": "say.js" }',
    'packages/node/say.js': '#!/usr/bin/env node\nconsole.log("from a program")\n',
    Dockerfile: 'FROM e2bdev/base\nCOPY one.txt ./\n',
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(context, name), text, { mode: 0o755 })
})
afterAll(() => rm(context, { recursive: true, force: true }))

/** Standard output of a command in a new sandbox. */
async function say(template: string, command: string): Promise<string> {
  const sandbox = await Sandbox.create(template)
  onTestFinished(async () => void (await sandbox.kill()))
  return (await sandbox.commands.run(command)).stdout
}

test('files are made, moved, linked, removed, cloned and copied, and packages of one’s own installed', async () => {
  const template = Template({ fileContextPath: context })
    .fromBaseImage()
    .makeDir(['/srv/a', '/srv/b'], { mode: 0o751, user: 'root' })
    .copyItems([
      { src: ['one.txt', 'two.txt'], dest: '/srv/b/', mode: 0o600 },
      { src: 'packages', dest: '/home/user/packages' },
    ])
    .rename('/srv/b/two.txt', '/srv/b/three.txt', { user: 'root' })
    .remove('/srv/b/one.txt', { force: true, user: 'root' })
    .makeSymlink('/srv/b/three.txt', '/srv/link', { user: 'root' })
    .runCmd([
      'git init -q repository',
      'git -C repository -c user.name=a -c user.email=b commit -q --allow-empty -m first',
    ])
    .gitClone('/home/user/repository', '/home/user/clone', { depth: 1 })
    .pipInstall(['--no-index', '--no-build-isolation', '/home/user/packages/python'])
    .npmInstall(['--offline', '--no-audit', '/home/user/packages/node'], { g: true })
    .skipCache()
    .setReadyCmd(waitForFile('/srv/link'))
  await Template.build(template, 'all-steps')
  const asked = [
    'sudo stat -c "%a %U" /srv/a /srv/b/three.txt; sudo ls /srv/b; sudo cat /srv/link',
    'git -C clone log -1 --format=%s; python3 -c "import steps; print(steps.said)"; steps',
  ]
  expect(await say('all-steps', asked.join('; '))).toBe(
    '751 root\n600 user\nthree.txt\ntwo\nfirst\nfrom a package\nfrom a program\n',
  )
})

test('a Dockerfile is a template, and a template is written as one', async () => {
  const template = Template({ fileContextPath: context }).fromDockerfile(join(context, 'Dockerfile'))
  expect(Template.toDockerfile(template)).toContain('FROM e2bdev/base\n')
  expect(JSON.parse(await Template.toJSON(template))).toMatchObject({ fromImage: 'e2bdev/base' })
})

test('whether a template is there can be asked by its older name', async () => {
  expect(await Template.aliasExists('base')).toBe(true)
  expect(await Template.aliasExists('no-such-template')).toBe(false)
})

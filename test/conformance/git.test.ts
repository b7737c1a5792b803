import type { Sandbox } from 'e2b'
import { beforeAll, expect, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const origin = '/home/user/origin.git'
const work = '/home/user/work tree'
let sandbox: Sandbox

// One history, told in order: each test goes on from the one before.
beforeAll(async () => {
  sandbox = await create()
  await sandbox.git.configureUser('Ada', 'ada@example.com')
})

test('the user is configured for every repository', async () => {
  expect(await sandbox.git.getConfig('user.name')).toBe('Ada')
  expect(await sandbox.git.getConfig('user.email')).toBe('ada@example.com')
  expect(await sandbox.git.getConfig('no.such.key')).toBeUndefined()
})

test('a repository is made and has nothing in it', async () => {
  await sandbox.git.init(origin, { bare: true, initialBranch: 'main' })
  await sandbox.git.init(work, { initialBranch: 'main' })
  expect(await sandbox.git.status(work)).toMatchObject({
    currentBranch: 'main',
    isClean: true,
    totalCount: 0,
  })
})

test('files are seen, added and committed', async () => {
  await sandbox.files.write([
    { path: `${work}/a.txt`, data: 'a\n' },
    { path: `${work}/b c.txt`, data: 'b\n' },
  ])
  expect(await sandbox.git.status(work)).toMatchObject({ isClean: false, hasUntracked: true, totalCount: 2 })
  await sandbox.git.add(work, { files: ['a.txt'] })
  expect(await sandbox.git.status(work)).toMatchObject({ stagedCount: 1, hasUntracked: true })
  await sandbox.git.add(work)
  await sandbox.git.commit(work, `first: it's "quoted"`)
  expect((await sandbox.git.status(work)).isClean).toBe(true)
  const { stdout } = await sandbox.commands.run('git log -1 --format="%an|%s"', { cwd: work })
  expect(stdout).toBe(`Ada|first: it's "quoted"\n`)
})

test('a remote is added, and a push sets it up', async () => {
  await sandbox.git.remoteAdd(work, 'origin', `file://${origin}`)
  expect(await sandbox.git.remoteGet(work, 'origin')).toBe(`file://${origin}`)
  await sandbox.git.push(work, { remote: 'origin', branch: 'main' })
  expect(await sandbox.git.status(work)).toMatchObject({ upstream: 'origin/main', ahead: 0, behind: 0 })
})

test('branches are made, listed, switched and deleted', async () => {
  await sandbox.git.createBranch(work, 'topic')
  expect(await sandbox.git.branches(work)).toMatchObject({
    currentBranch: 'topic',
    branches: ['main', 'topic'],
  })
  await sandbox.git.checkoutBranch(work, 'main')
  await sandbox.git.deleteBranch(work, 'topic')
  expect((await sandbox.git.branches(work)).branches).toEqual(['main'])
})

test('a clone holds the files, and a pull brings what came later', async () => {
  await sandbox.git.clone(`file://${origin}`, { path: '/home/user/copy', depth: 1 })
  expect(await sandbox.files.read('/home/user/copy/b c.txt')).toBe('b\n')
  await sandbox.files.write(`${work}/a.txt`, 'changed\n')
  await sandbox.git.add(work)
  await sandbox.git.commit(work, 'second', { authorName: 'Grace', authorEmail: 'grace@example.com' })
  expect((await sandbox.git.status(work)).ahead).toBe(1)
  await sandbox.git.push(work)
  await sandbox.git.pull('/home/user/copy')
  expect(await sandbox.files.read('/home/user/copy/a.txt')).toBe('changed\n')
})

test('a change is staged, unstaged and taken back', async () => {
  await sandbox.files.write(`${work}/a.txt`, 'unwanted\n')
  await sandbox.git.add(work)
  await sandbox.git.reset(work, { mode: 'mixed', target: 'HEAD' })
  expect(await sandbox.git.status(work)).toMatchObject({ stagedCount: 0, totalCount: 1 })
  await sandbox.git.restore(work, { paths: ['a.txt'] })
  expect(await sandbox.files.read(`${work}/a.txt`)).toBe('changed\n')
})

test('settings of one repository are its own, and a password is kept for its host', async () => {
  await sandbox.git.setConfig('pull.rebase', 'true', { scope: 'local', path: work })
  expect(await sandbox.git.getConfig('pull.rebase', { scope: 'local', path: work })).toBe('true')
  expect(await sandbox.git.getConfig('pull.rebase')).toBeUndefined()
  await sandbox.git.dangerouslyAuthenticate({ username: 'ada', password: 'hunter2', host: 'git.example.com' })
  const ask = `printf 'protocol=https\\nhost=git.example.com\\n\\n' | git credential fill`
  expect((await sandbox.commands.run(ask)).stdout).toContain('username=ada\npassword=hunter2\n')
})

test('a repository that is not there fails as git fails', async () => {
  await expect(sandbox.git.status('/home/user')).rejects.toMatchObject({
    name: 'CommandExitError',
    exitCode: 128,
    stderr: expect.stringContaining('not a git repository'),
  })
})

import { expect, test } from 'vitest'
import { decideSudo, type SudoFacts } from './decide-sudo.ts'

const root = { name: 'root', uid: 0, gid: 0, home: '/root', shell: '/bin/bash' }
const user = { name: 'user', uid: 1000, gid: 1000, home: '/home/user', shell: '/bin/sh' }
const variables = {
  HOME: '/home/user',
  PATH: '/own',
  TERM: 'xterm',
  LC_ALL: 'C',
  SECRET: 's',
  SUDO_USER: 'x',
}

function decide(line: string[], changes: Partial<SudoFacts> = {}) {
  return decideSudo({
    argv: ['sudo', ...line],
    variables,
    workingDirectory: '/work',
    caller: user,
    groupNames: ['user'],
    hostname: 'box',
    sudoers: 'user ALL=(ALL) NOPASSWD: ALL',
    securePath: '/usr/bin:/bin',
    findPerson: (name) => [root, user].find((person) => person.name === name),
    findProgram: (command) =>
      command.startsWith('/') ? command : command === 'id' ? '/usr/bin/id' : undefined,
    ...changes,
  })
}

function started(line: string[]) {
  const decision = decide(line)
  if (decision.kind !== 'start') throw new Error(`not started: ${decision.text}`)
  return decision.start
}

test('the environment is the target’s, and little of the caller’s is kept', () => {
  expect(started(['id', '-u']).variables).toEqual({
    SHELL: '/bin/bash',
    HOME: '/root',
    PATH: '/usr/bin:/bin',
    TERM: 'xterm',
    LC_ALL: 'C',
    USER: 'root',
    LOGNAME: 'root',
    MAIL: '/var/mail/root',
    SUDO_COMMAND: 'id -u',
    SUDO_USER: 'user',
    SUDO_UID: '1000',
    SUDO_GID: '1000',
  })
})

test('-E keeps the caller’s variables and home, but not its search path', () => {
  expect(started(['-E', 'id']).variables).toMatchObject({
    SECRET: 's',
    HOME: '/home/user',
    PATH: '/usr/bin:/bin',
    SUDO_USER: 'user',
  })
  expect(started(['-EH', 'id']).variables).toMatchObject({ SECRET: 's', HOME: '/root' })
})

test('named variables are kept, given ones are set', () => {
  const { variables: found } = started(['--preserve-env=SECRET', 'A=1', 'PATH=/mine', 'id'])
  expect(found).toMatchObject({ SECRET: 's', A: '1', PATH: '/mine' })
})

test('the command runs where the caller is, a login at home', () => {
  expect(started(['id'])).toMatchObject({ program: '/usr/bin/id', name: 'id', workingDirectory: '/work' })
  expect(started(['-i'])).toMatchObject({ program: '/bin/bash', name: '-bash', workingDirectory: '/root' })
  expect(started(['-D', '/else', 'id']).workingDirectory).toBe('/else')
})

test('a shell gets the words of the command as they were', () => {
  expect(started(['-s', 'echo', 'a b', '$HOME', ';']).args).toEqual(['-c', String.raw`echo a\ b $HOME \;`])
})

test.each([
  [['nothing'], 'sudo: nothing: command not found'],
  [['-u', 'who', 'id'], 'sudo: unknown user who'],
  [['-e', 'file'], "sudo: option '-e' is not supported in a sandbox"],
])('%j is refused in words', (line, text) => {
  expect(decide(line)).toEqual({ kind: 'say', text, toError: true, status: 1 })
})

test('who has no right is told so', () => {
  expect(decide(['id'], { sudoers: '%sudo ALL=(ALL) ALL' })).toMatchObject({ kind: 'say', status: 1 })
})

test('rights can be listed', () => {
  expect(decide(['-l'])).toMatchObject({
    text: expect.stringContaining('(ALL : ALL) NOPASSWD: ALL'),
    status: 0,
  })
  expect(decide(['-l', 'id'])).toMatchObject({ text: '/usr/bin/id', status: 0 })
  expect(decide(['-v'])).toMatchObject({ text: '', status: 0 })
})

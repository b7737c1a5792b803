import { expect, test } from 'vitest'
import {
  commandVariables,
  describeStep,
  expansionCommand,
  parseStep,
  resolveWorkdir,
  type StepSpec,
} from './build-steps.ts'

const hash = 'a'.repeat(64)

function step(type: string, args: string[], filesHash = ''): StepSpec {
  return { type, args, filesHash, force: false }
}

test.each([
  [step('RUN', ['true']), { kind: 'run', command: 'true', user: undefined }],
  [step('run', ['true', 'root']), { kind: 'run', command: 'true', user: 'root' }],
  [
    step('COPY', ['a', '/b', '', '0755'], hash),
    { kind: 'copy', source: 'a', destination: '/b', owner: '', mode: 0o755, filesHash: hash },
  ],
  [step('ADD', ['a', 'b', 'me:us'], hash), { kind: 'copy', owner: 'me:us', mode: undefined }],
  [step('USER', ['me', 'true']), { kind: 'user', name: 'me', mayBecomeRoot: true }],
  [step('WORKDIR', ['app']), { kind: 'workdir', path: 'app' }],
  [
    step('ENV', ['A', '1', 'B', '2\n3']),
    {
      kind: 'variables',
      pairs: [
        ['A', '1'],
        ['B', '2\n3'],
      ],
    },
  ],
  [step('ARG', ['A', '']), { kind: 'variables', pairs: [['A', '']] }],
])('%j', (given, meant) => {
  expect(parseStep(given)).toMatchObject(meant)
})

test.each([
  [step('EXPOSE', ['80']), 'command type EXPOSE is not implemented'],
  [step('RUN', []), 'RUN needs a command'],
  [step('COPY', ['a', 'b']), 'COPY needs the hash of its files'],
  [step('COPY', ['a', 'b'], '../../etc'), 'COPY needs the hash of its files'],
  [step('COPY', ['a'], hash), 'COPY needs a source and a destination'],
  [step('COPY', ['a', 'b', '', 'rwx'], hash), "'rwx' is no mode"],
  [step('USER', []), 'USER needs a name'],
  [step('WORKDIR', ['/a\0b']), 'WORKDIR has a NUL among its words'],
  [step('ENV', ['A', '\0']), 'ENV has a NUL among its words'],
  [step('WORKDIR', ['']), 'WORKDIR needs a path'],
  [step('ENV', ['A']), 'ENV needs pairs'],
  [step('ENV', []), 'ENV needs pairs'],
  [step('ENV', ['A=B', 'c']), "'A=B' cannot be the name of a variable"],
])('%j is refused', (given, why) => {
  expect(() => parseStep(given)).toThrow(why)
})

test('a step is described without what it leaves out', () => {
  expect(describeStep(step('copy', ['a', '/b', '', '']))).toBe('COPY a /b')
  expect(describeStep(step('ENV', ['A', 'x y']))).toBe('ENV A x y')
})

test.each([
  ['app', undefined, '/app'],
  ['app', '/srv', '/srv/app'],
  ['/app/', '/srv', '/app'],
  ['../x', '/srv/y', '/srv/x'],
  ['../../..', '/srv', '/'],
])('working directory %s in %s is %s', (path, workdir, whole) => {
  expect(resolveWorkdir(path, { user: 'user', workdir, variables: {} })).toBe(whole)
})

test('a PATH that is set keeps the standard directories behind it', () => {
  const context = { user: 'user', workdir: undefined, variables: { PATH: '/opt/bin', A: '1' } }
  expect(commandVariables(context)).toMatchObject({
    A: '1',
    PATH: expect.stringMatching(/^\/opt\/bin:.*:\/usr\/bin/),
  })
  expect(commandVariables({ ...context, variables: {} })).toEqual({})
})

test.each([
  ['$HOME/x', '"$HOME/x"'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what a shell reads.
  ['${PATH}:/my', '"${PATH}:/my"'],
  ['$(rm -rf /)', '"\\$(rm -rf /)"'],
  ['`id`', '"\\`id\\`"'],
  ['a"b\\c', '"a\\"b\\\\c"'],
  ['5$', '"5\\$"'],
  ['$1 $$ $!', '"\\$1 \\$\\$ \\$!"'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what a shell reads.
  ['${A:-$(id)}', '"\\${A:-\\$(id)}"'],
])('of %s only names of variables are expanded', (value, quoted) => {
  expect(expansionCommand([value])).toBe(`printf '%s\\0' ${quoted}`)
})

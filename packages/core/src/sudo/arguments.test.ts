import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSudoArguments } from './arguments.ts'

const plain = {
  user: 'root',
  shell: 'none',
  keepsEnvironment: false,
  keptVariables: [],
  setsHome: false,
  isBackground: false,
  directory: undefined,
  assignments: [],
  command: ['id'],
}
const words = (line: string) => (line === '' ? [] : line.split(' '))

test.each([
  ['id', {}],
  ['-n id', {}],
  ['-nEH id', { keepsEnvironment: true, setsHome: true }],
  ['-u www id', { user: 'www' }],
  ['-uwww id', { user: 'www' }],
  ['-nu www id', { user: 'www' }],
  ['--user=www id', { user: 'www' }],
  ['--user www id', { user: 'www' }],
  ['-u #1000 id', { user: '#1000' }],
  ['-i', { shell: 'login', command: [] }],
  ['-iu www', { shell: 'login', user: 'www', command: [] }],
  ['-s id', { shell: 'shell' }],
  ['-D /tmp id', { directory: '/tmp' }],
  ['-b id', { isBackground: true }],
  ['-p prompt -C 3 id', {}],
  ['--preserve-env id', { keepsEnvironment: true }],
  ['--preserve-env=A,B id', { keptVariables: ['A', 'B'] }],
  [
    'A=1 B=x=y id',
    {
      assignments: [
        ['A', '1'],
        ['B', 'x=y'],
      ],
    },
  ],
  ['-- id', {}],
  ['-- A=1 id', { assignments: [['A', '1']] }],
  ['id -u www -- A=1', { command: ['id', '-u', 'www', '--', 'A=1'] }],
  ['-k id', {}],
])('%s is run', (line, changes) => {
  expect(parseSudoArguments(words(line))).toEqual({ kind: 'run', run: { ...plain, ...changes } })
})

test.each([
  ['', { kind: 'usage' }],
  ['-h', { kind: 'usage' }],
  ['-V', { kind: 'version' }],
  ['-v', { kind: 'validate' }],
  ['-k', { kind: 'validate' }],
  ['-l', { kind: 'list', command: undefined }],
  ['-nl id', { kind: 'list', command: 'id' }],
  ['-u', { kind: 'refused', reason: "option '-u' requires an argument" }],
  ['-e file', { kind: 'refused', reason: "option '-e' is not supported in a sandbox" }],
  ['--host=x id', { kind: 'refused', reason: "option '--host' is not supported in a sandbox" }],
  ['--constructor id', { kind: 'refused', reason: "option '--constructor' is not supported in a sandbox" }],
])('%s runs nothing', (line, request) => {
  expect(parseSudoArguments(words(line))).toEqual(request)
})

test('what follows the command is never an option', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (args) => {
      expect(parseSudoArguments(['id', ...args])).toEqual({
        kind: 'run',
        run: { ...plain, command: ['id', ...args] },
      })
    }),
  )
})

test('every line has an answer', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('-u', '-nE', '--', 'A=1'))), (line) => {
      expect(parseSudoArguments(line).kind).toBeTypeOf('string')
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { launcherArgv, launcherProgram } from './launcher-program.ts'

const identity = { uid: 1000, gid: 1001, groups: [1000, 60] }
const words = (program: Uint8Array) =>
  Array.from({ length: (program.length - 120) / 4 }, (_, index) =>
    new DataView(program.buffer)
      .getUint32(120 + 4 * index, true)
      .toString(16)
      .padStart(8, '0'),
  )

test('the same array serves the command and the shell that explains it', () => {
  const argv = launcherArgv({ directory: '/d', file: '/bin/ls', command: 'ls', args: ['-l'] })
  expect(argv).toEqual(['launcher', '/d', '/bin/ls', '/bin/sh', '-c', 'exec "$@"', '--', 'ls', '-l'])
})

test('arm64: groups, gid, uid, directory, program, shell, exit, then the groups themselves', () => {
  expect(words(launcherProgram('arm64', identity))).toMatchSnapshot()
})

test('x64: the bytes that were disassembled and run', () => {
  expect(Buffer.from(launcherProgram('x64', identity)).toString('hex')).toMatchSnapshot()
})

test('the header names the whole file as the one segment, for any number of groups', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xfffffffe }), { maxLength: 100 })
  fc.assert(
    fc.property(fc.constantFrom('x64', 'arm64'), groups, (architecture, ids) => {
      const program = launcherProgram(architecture, { uid: 1, gid: 2, groups: ids })
      const view = new DataView(program.buffer)
      expect(view.getBigUint64(96, true)).toBe(BigInt(program.length))
      const tail = ids.map((_, index) => view.getUint32(program.length - 4 * (ids.length - index), true))
      expect(tail).toEqual(ids)
    }),
  )
})

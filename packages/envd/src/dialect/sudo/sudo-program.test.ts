import { expect, test } from 'vitest'
import { codeAddress } from '../process/elf.ts'
import { sudoProgram } from './sudo-program.ts'

const code = (architecture: string) =>
  Buffer.from(sudoProgram(architecture, 'door')).subarray(codeAddress - 0x400000)

test('arm64: the bytes that were disassembled', () => {
  expect(code('arm64').toString('hex')).toMatchSnapshot()
})

test('x64: the bytes that were disassembled and run', () => {
  expect(code('x64').toString('hex')).toMatchSnapshot()
})

test('the name of the socket is the only thing that varies', () => {
  const [one, other] = [sudoProgram('x64', 'door'), sudoProgram('x64', 'gate')]
  const different = [...one.keys()].filter((at) => one[at] !== other[at])
  expect(different).toHaveLength(4)
})

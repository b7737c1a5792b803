import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isForeignProgram } from './elf-header.ts'

function header(machine: number, isBig = false): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('\x7fELF\x02', 0, 'latin1')
  bytes[5] = isBig ? 2 : 1
  if (isBig) bytes.writeUInt16BE(machine, 18)
  else bytes.writeUInt16LE(machine, 18)
  return bytes
}

test.each<[string, Buffer, string, boolean]>([
  ['x86-64 on x86-64', header(62), 'x64', false],
  ['i386 on x86-64', header(3), 'x64', false],
  ['arm64 on x86-64', header(183), 'x64', true],
  ['s390x on x86-64', header(22, true), 'x64', true],
  ['x86-64 on arm64', header(62), 'arm64', true],
  ['a script', Buffer.from('#!/bin/sh\n# of any kind\n'), 'x64', false],
  ['a processor without a name', header(62), 'riscv64', false],
])('whether %s is foreign', (_, bytes, arch, isForeign) => {
  expect(isForeignProgram(bytes, arch)).toBe(isForeign)
})

test('the program that runs this test is not foreign', async () => {
  expect(isForeignProgram((await readFile(process.execPath)).subarray(0, 20), process.arch)).toBe(false)
})

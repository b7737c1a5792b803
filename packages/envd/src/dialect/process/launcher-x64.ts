/** The launcher's instructions for x86-64. At entry the stack holds argc, argv, a null, the environment, a null. */

import { type LauncherIdentity, launcherArguments, launcherFailureStatus } from './launcher-layout.ts'

const calls = {
  execve: 59,
  chdir: 80,
  setgroups: 116,
  setresuid: 117,
  setresgid: 119,
  exitGroup: 231,
} as const

export function x64Code(identity: LauncherIdentity | undefined): Uint8Array {
  const groups = identity?.groups ?? []
  const steps = [
    ...(identity === undefined ? [] : becomeUser(identity)),
    [...loadArgument('directory'), ...call(calls.chdir)],
  ]
  const tail = [...execute('file', 'command'), ...execute('shell', 'shell'), ...exit()]
  const checked = steps.length * checkBytes + steps.flat().length
  const total = checked + tail.length
  const code: number[] = []
  for (const step of steps) {
    code.push(...patchGroups(step, code.length, total))
    code.push(...unlessZeroJump(total - exit().length - (code.length + checkBytes)))
  }
  code.push(...tail, ...groups.flatMap(word))
  return Uint8Array.from(code)
}

function becomeUser({ uid, gid, groups }: LauncherIdentity): number[][] {
  return [
    [...set('edi', groups.length), ...groupsAddress, ...call(calls.setgroups)],
    [...set('edi', gid), ...set('esi', gid), ...set('edx', gid), ...call(calls.setresgid)],
    [...set('edi', uid), ...set('esi', uid), ...set('edx', uid), ...call(calls.setresuid)],
  ]
}

const opcodes = { eax: 0xb8, edx: 0xba, esi: 0xbe, edi: 0xbf } as const

/** mov register, value */
function set(register: keyof typeof opcodes, value: number): number[] {
  return [opcodes[register], ...word(value)]
}

/** mov eax, number; syscall */
function call(number: number): number[] {
  return [...set('eax', number), 0x0f, 0x05]
}

/** lea rsi, [rip + distance]; the distance to the groups after the code is patched in when it is known. */
const groupsAddress = [0x48, 0x8d, 0x35, 0, 0, 0, 0]

function patchGroups(step: number[], at: number, end: number): number[] {
  const position = step.findIndex((_, index) =>
    groupsAddress.slice(0, 3).every((byte, offset) => step[index + offset] === byte),
  )
  if (position < 0) return step
  const next = position + groupsAddress.length
  return [...step.slice(0, position + 3), ...word(end - (at + next)), ...step.slice(next)]
}

/** Offset of an argument from the stack pointer: argc comes first. */
function offsetOf(argument: keyof typeof launcherArguments): number {
  return 8 + 8 * launcherArguments[argument]
}

/** mov rdi, [rsp + offset] */
function loadArgument(argument: keyof typeof launcherArguments): number[] {
  return [0x48, 0x8b, 0x7c, 0x24, offsetOf(argument)]
}

/**
 * rdi: the file; rsi: the argument vector; rdx: the environment, which follows argc, the arguments and their null.
 */
function execute(file: keyof typeof launcherArguments, vector: keyof typeof launcherArguments): number[] {
  return [
    ...loadArgument(file),
    ...[0x48, 0x8d, 0x74, 0x24, offsetOf(vector)],
    ...[0x48, 0x8b, 0x0c, 0x24],
    ...[0x48, 0x8d, 0x54, 0xcc, 0x10],
    ...call(calls.execve),
  ]
}

function exit(): number[] {
  return [...set('edi', launcherFailureStatus), ...call(calls.exitGroup)]
}

const checkBytes = 8

/** test eax, eax; jnz distance */
function unlessZeroJump(distance: number): number[] {
  return [0x85, 0xc0, 0x0f, 0x85, ...word(distance)]
}

function word(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff]
}

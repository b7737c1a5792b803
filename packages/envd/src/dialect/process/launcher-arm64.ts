/** The launcher's instructions for arm64. At entry the stack holds argc, argv, a null, the environment, a null. */

import { type LauncherIdentity, launcherArguments, launcherFailureStatus } from './launcher-layout.ts'

const calls = {
  chdir: 49,
  exitGroup: 94,
  setresuid: 147,
  setresgid: 149,
  setgroups: 159,
  execve: 221,
} as const
const stackPointer = 31
const callNumber = 8

/** An instruction, or a placeholder that is filled in when the distances are known. */
type Item = number | 'jump to exit unless x0 is zero' | 'x1 = address of the groups'

export function arm64Code(identity: LauncherIdentity | undefined): Uint8Array {
  const items: Item[] = [
    ...(identity === undefined ? [] : becomeUser(identity)),
    load(0, 'directory'),
    ...call(calls.chdir),
    'jump to exit unless x0 is zero',
    ...execute('file', 'command'),
    ...execute('shell', 'shell'),
  ]
  const exit = [...set(0, launcherFailureStatus), ...call(calls.exitGroup)]
  const end = items.length + exit.length
  const code = items.map((item, at) => {
    if (item === 'jump to exit unless x0 is zero') return branchUnlessZero(items.length - at)
    if (item === 'x1 = address of the groups') return addressOf(1, end - at)
    return item
  })
  return new Uint8Array(Uint32Array.from([...code, ...exit, ...(identity?.groups ?? [])]).buffer)
}

function becomeUser({ uid, gid, groups }: LauncherIdentity): Item[] {
  return [
    ...set(0, groups.length),
    'x1 = address of the groups',
    ...call(calls.setgroups),
    'jump to exit unless x0 is zero',
    ...[0, 1, 2].flatMap((register) => set(register, gid)),
    ...call(calls.setresgid),
    'jump to exit unless x0 is zero',
    ...[0, 1, 2].flatMap((register) => set(register, uid)),
    ...call(calls.setresuid),
    'jump to exit unless x0 is zero',
  ]
}

/** movz w, low half; movk w, high half, lsl 16 */
function set(register: number, value: number): number[] {
  return [0x52800000 | ((value & 0xffff) << 5) | register, 0x72a00000 | ((value >>> 16) << 5) | register].map(
    (instruction) => instruction >>> 0,
  )
}

/** Loads the call number into x8; svc 0 */
function call(number: number): number[] {
  return [...set(callNumber, number), 0xd4000001]
}

/** Offset of an argument from the stack pointer: argc comes first. */
function offsetOf(argument: keyof typeof launcherArguments): number {
  return 8 + 8 * launcherArguments[argument]
}

/** ldr x, [sp, offset] */
function load(register: number, argument: keyof typeof launcherArguments): number {
  return loadFromStack(register, offsetOf(argument))
}

function loadFromStack(register: number, offset: number): number {
  return (0xf9400000 | ((offset / 8) << 10) | (stackPointer << 5) | register) >>> 0
}

/** add x, sp, offset */
function addToStack(register: number, offset: number): number {
  return (0x91000000 | (offset << 10) | (stackPointer << 5) | register) >>> 0
}

/** x0: the file; x1: the argument vector; x2: the environment, which follows argc, the arguments and their null. */
function execute(file: keyof typeof launcherArguments, vector: keyof typeof launcherArguments): number[] {
  // add x2, x3, x4, lsl 3
  const addArguments = 0x8b040c62
  return [
    load(0, file),
    addToStack(1, offsetOf(vector)),
    addToStack(3, 16),
    loadFromStack(4, 0),
    addArguments,
    ...call(calls.execve),
  ]
}

/** cbnz x0, with a distance in instructions */
function branchUnlessZero(instructions: number): number {
  return (0xb5000000 | (instructions << 5)) >>> 0
}

/** adr x, with a distance in instructions */
function addressOf(register: number, instructions: number): number {
  return (0x10000000 | (instructions << 5) | register) >>> 0
}

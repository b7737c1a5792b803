/** Encodes steps as arm64 instructions. The accumulator is w0. */

import {
  type Encoder,
  littleEndian,
  type MemoryReference,
  type Operand,
  type ProgramLayout,
  type SystemCall,
} from './steps.ts'

const calls: Readonly<Record<SystemCall, number>> = {
  ioctl: 29,
  openat: 56,
  read: 63,
  write: 64,
  ppoll: 73,
  signalfd4: 74,
  exit_group: 94,
  kill: 129,
  rt_sigprocmask: 135,
  getpid: 172,
  getuid: 174,
  getgid: 176,
  socket: 198,
  connect: 203,
  sendmsg: 211,
}

const answer = 0
const callNumber = 8
const addressRegister = 9
const comparedRegister = 10
const conditions = { notEqual: 1, below: 11 } as const
const supervisorCall = 0xd4000001
/** cmp w0, w10 */
const compareAnswer = 0x6b0a001f
/** 32-bit instructions, with the fields of the register and the base register empty. */
const opcodes = { load: 0xb9400000, loadByte: 0x39400000, store: 0xb9000000 } as const

export const encodeForArm64: Encoder = (step, at, around) => {
  const to = (label: string, from: number) => (around.offsetOf(label) - from) / 4
  switch (step.kind) {
    case 'label':
      return []
    case 'call':
      return bytes([
        ...step.operands.flatMap((operand, register) => set(register, operand, around)),
        ...setNumber(callNumber, calls[step.call]),
        supervisorCall,
      ])
    case 'keep':
      return bytes(memory(opcodes.store, answer, step.at, around))
    case 'load':
      return bytes(memory(opcodes.loadByte, answer, step.at, around))
    case 'jump':
      return bytes([0x14000000 | (to(step.to, at) & 0x3ffffff)])
    case 'jump-if-below':
      return bytes(jumpIf(conditions.below, step.limit, to(step.to, at)))
    case 'jump-unless':
      return bytes(jumpIf(conditions.notEqual, step.number, to(step.to, at)))
  }
}

function bytes(instructions: readonly number[]): number[] {
  return instructions.flatMap(littleEndian)
}

function set(register: number, operand: Operand, around: ProgramLayout): number[] {
  if (typeof operand === 'number') return setNumber(register, operand)
  if ('addressOf' in operand) return setNumber(register, around.addressOf(operand.addressOf))
  if ('word' in operand) return memory(opcodes.load, register, operand.word, around)
  return memory(opcodes.loadByte, register, operand.byte, around)
}

/** movz w, low half; movk w, high half, lsl 16 */
function setNumber(register: number, number: number): number[] {
  const halves = [0x52800000 | ((number & 0xffff) << 5), 0x72a00000 | ((number >>> 16) << 5)]
  return halves.map((instruction) => instruction | register)
}

/** Loads the address, then loads or stores through it. */
function memory(
  opcode: number,
  register: number,
  reference: MemoryReference,
  around: ProgramLayout,
): number[] {
  return [
    ...setNumber(addressRegister, around.addressOf(reference)),
    opcode | (addressRegister << 5) | register,
  ]
}

/** The distance is relative to the first of these instructions. */
function jumpIf(condition: number, number: number, distance: number): number[] {
  const before = [...setNumber(comparedRegister, number), compareAnswer]
  return [...before, 0x54000000 | (((distance - before.length) & 0x7ffff) << 5) | condition]
}

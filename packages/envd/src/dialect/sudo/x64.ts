/** Encodes steps as x86-64 instructions. The accumulator is eax. */

import {
  type Encoder,
  littleEndian,
  type MemoryReference,
  type Operand,
  type ProgramLayout,
  type SystemCall,
} from './steps.ts'

const calls: Readonly<Record<SystemCall, number>> = {
  read: 0,
  write: 1,
  rt_sigprocmask: 14,
  ioctl: 16,
  getpid: 39,
  socket: 41,
  connect: 42,
  sendmsg: 46,
  kill: 62,
  getuid: 102,
  getgid: 104,
  exit_group: 231,
  openat: 257,
  ppoll: 271,
  signalfd4: 289,
}

const eax = 0
/** rdi, rsi, rdx, r10, r8, r9 */
const operandRegisters = [7, 6, 2, 10, 8, 9] as const

export const encodeForX64: Encoder = (step, at, around) => {
  switch (step.kind) {
    case 'label':
      return []
    case 'call':
      return [
        ...operandRegisters.flatMap((register, index) => set(register, step.operands[index], around)),
        ...setNumber(eax, calls[step.call]),
        // syscall
        ...[0x0f, 0x05],
      ]
    case 'keep':
      return memory([0x89], eax, step.at, around)
    case 'load':
      return memory([0x0f, 0xb6], eax, step.at, around)
    case 'jump':
      return jump([0xe9], at, around.offsetOf(step.to))
    case 'jump-if-below':
      return compare(step.limit, [0x0f, 0x8c], at, around.offsetOf(step.to))
    case 'jump-unless':
      return compare(step.number, [0x0f, 0x85], at, around.offsetOf(step.to))
  }
}

function set(register: number, operand: Operand | undefined, around: ProgramLayout): number[] {
  if (operand === undefined) return []
  if (typeof operand === 'number') return setNumber(register, operand)
  if ('addressOf' in operand) return setNumber(register, around.addressOf(operand.addressOf))
  if ('word' in operand) return memory([0x8b], register, operand.word, around)
  return memory([0x0f, 0xb6], register, operand.byte, around)
}

/** mov r32, number */
function setNumber(register: number, number: number): number[] {
  return [...(register < 8 ? [] : [0x41]), 0xb8 + (register & 7), ...littleEndian(number)]
}

/** Encodes an instruction between a register and an absolute address. */
function memory(
  opcode: readonly number[],
  register: number,
  reference: MemoryReference,
  around: ProgramLayout,
): number[] {
  const prefix = register < 8 ? [] : [0x44]
  return [...prefix, ...opcode, ((register & 7) << 3) | 4, 0x25, ...littleEndian(around.addressOf(reference))]
}

/** cmp eax, number; then the conditional jump */
function compare(number: number, opcode: readonly number[], at: number, target: number): number[] {
  const compared = [0x3d, ...littleEndian(number)]
  return [...compared, ...jump(opcode, at + compared.length, target)]
}

function jump(opcode: readonly number[], at: number, target: number): number[] {
  return [...opcode, ...littleEndian(target - (at + opcode.length + 4))]
}

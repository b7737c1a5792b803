/**
 * The steps in which a small program of system calls is written before it is encoded for one architecture. A program
 * has one accumulator, which holds the result of the last call or load, and named memory.
 */

export interface MemoryReference {
  /** A name in the program's memory. */
  readonly memory: string
  /** Offset in bytes from its start. */
  readonly offset?: number
}

/** A 32-bit number, the address of a memory location, or the word (32 bits) or byte stored at a location. */
export type Operand =
  | number
  | { readonly addressOf: MemoryReference }
  | { readonly word: MemoryReference }
  | { readonly byte: MemoryReference }

export type SystemCall =
  | 'openat'
  | 'rt_sigprocmask'
  | 'signalfd4'
  | 'socket'
  | 'connect'
  | 'ioctl'
  | 'sendmsg'
  | 'ppoll'
  | 'read'
  | 'write'
  | 'getpid'
  | 'getuid'
  | 'getgid'
  | 'kill'
  | 'exit_group'

export type Step =
  | { readonly kind: 'call'; readonly call: SystemCall; readonly operands: readonly Operand[] }
  /** Stores the accumulator, 32 bits. */
  | { readonly kind: 'keep'; readonly at: MemoryReference }
  /** Loads the byte at a location into the accumulator. */
  | { readonly kind: 'load'; readonly at: MemoryReference }
  /**
   * Jumps to a label: always, if the accumulator is less than the limit (signed), or if it differs from the number.
   */
  | { readonly kind: 'jump'; readonly to: string }
  | { readonly kind: 'jump-if-below'; readonly limit: number; readonly to: string }
  | { readonly kind: 'jump-unless'; readonly number: number; readonly to: string }
  | { readonly kind: 'label'; readonly name: string }

/** What an encoder needs to know about the rest of the program. */
export interface ProgramLayout {
  addressOf(reference: MemoryReference): number
  /** Offset in bytes from the start of the program. */
  offsetOf(label: string): number
}

/** Encodes one step as instructions. Their length must not depend on addresses or offsets. */
export type Encoder = (step: Step, at: number, layout: ProgramLayout) => readonly number[]

export function littleEndian(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff]
}

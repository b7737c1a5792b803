/**
 * The words in which a small program of system calls is written, before it becomes instructions of one processor. A
 * program has one number at hand, the answer of the last call or load, and memory with names.
 */

export interface MemoryReference {
  /** A name of the program's memory. */
  readonly memory: string
  /** Bytes behind its beginning. */
  readonly offset?: number
}

/** A number of 32 bits, the address of a place, or the word (32 bits) or byte that stands at a place. */
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
  /** Stores the number at hand, 32 bits. */
  | { readonly kind: 'keep'; readonly at: MemoryReference }
  /** Makes the byte at a place the number at hand. */
  | { readonly kind: 'load'; readonly at: MemoryReference }
  /** Goes on at a label: always, when the number at hand is less (signed), or when it is another. */
  | { readonly kind: 'jump'; readonly to: string }
  | { readonly kind: 'jump-if-below'; readonly limit: number; readonly to: string }
  | { readonly kind: 'jump-unless'; readonly number: number; readonly to: string }
  | { readonly kind: 'label'; readonly name: string }

/** What an encoder needs to know of the rest of the program. */
export interface ProgramLayout {
  addressOf(reference: MemoryReference): number
  /** Bytes from the beginning of the program. */
  offsetOf(label: string): number
}

/** Turns one step into instructions. Their length must not depend on addresses or offsets. */
export type Encoder = (step: Step, at: number, layout: ProgramLayout) => readonly number[]

export function littleEndian(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff]
}

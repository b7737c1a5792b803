/** The memory of the sudo program: the structures that it passes to system calls, in their layout on 64-bit Linux. */

/** Size of the daemon's single reply. */
export const answerBytes = 3

/** Size of each report of the program: two words. */
export const reportBytes = 8

/**
 * The signals that the program forwards instead of handling them: interrupt, quit, user 1 and 2, alarm, terminate,
 * window change. A hangup ends the program unless its parent had ignored it, and the program's end is a hangup for
 * the command.
 */
export const handedSignals = [2, 3, 10, 12, 14, 15, 28] as const

const failure = 'sudo: the daemon of the sandbox does not answer\n'
const continueSignal = 18
const localFamily = 1
const socketLevel = 1
const passDescriptors = 1
const passCredentials = 2
const controlPartBytes = 32
const readable = 1

const sizes = {
  nullPath: 16,
  handedSet: 8,
  emptySet: 8,
  /** Address family, NUL, name. */
  address: 112,
  addressBytes: 8,
  first: 8,
  continued: 8,
  part: 16,
  /** Two control messages: the file descriptors, then pid, uid and gid. */
  control: 64,
  message: 56,
  /** File descriptor, requested events, returned events: first for the socket, then for the signals. */
  polled: 16,
  signal: 128,
  answer: 8,
  failure: 64,
  failureBytes: 8,
} as const

export type Memory = keyof typeof sizes

export interface SudoMemory {
  readonly bytes: Uint8Array
  addressOf(name: string): number
}

export function sudoMemory(socketName: string, address: number): SudoMemory {
  const offsets = new Map<string, number>()
  let total = 0
  for (const [name, size] of Object.entries(sizes)) {
    offsets.set(name, total)
    total += size
  }
  const offsetOf = (name: string) => offsets.get(name) ?? 0
  const bytes = new Uint8Array(total)
  fill(bytes, socketName, { offsetOf, addressOf: (name) => address + offsetOf(name) })
  return { bytes, addressOf: (name) => address + offsetOf(name) }
}

interface Layout {
  offsetOf(name: Memory): number
  addressOf(name: Memory): number
}

function fill(bytes: Uint8Array, socketName: string, { offsetOf, addressOf }: Layout): void {
  const view = new DataView(bytes.buffer)
  const name = new TextEncoder().encode(socketName)
  const word = (at: number, value: number) => view.setUint32(at, value, true)
  const long = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true)
  bytes.set(new TextEncoder().encode('/dev/null'), offsetOf('nullPath'))
  long(
    offsetOf('handedSet'),
    handedSignals.reduce((set, signal) => set + 2 ** (signal - 1), 0),
  )
  word(offsetOf('address'), localFamily)
  bytes.set(name, offsetOf('address') + 3)
  word(offsetOf('addressBytes'), 3 + name.length)
  word(offsetOf('continued'), continueSignal)
  long(offsetOf('part'), addressOf('first'))
  long(offsetOf('part') + 8, reportBytes)
  long(offsetOf('control'), 16 + 3 * 4)
  word(offsetOf('control') + 8, socketLevel)
  word(offsetOf('control') + 12, passDescriptors)
  for (const descriptor of [0, 1, 2]) word(offsetOf('control') + 16 + 4 * descriptor, descriptor)
  const credentials = offsetOf('control') + controlPartBytes
  long(credentials, 16 + 3 * 4)
  word(credentials + 8, socketLevel)
  word(credentials + 12, passCredentials)
  long(offsetOf('message') + 16, addressOf('part'))
  long(offsetOf('message') + 24, 1)
  long(offsetOf('message') + 32, addressOf('control'))
  long(offsetOf('message') + 40, 2 * controlPartBytes)
  view.setUint16(offsetOf('polled') + 4, readable, true)
  view.setUint16(offsetOf('polled') + 12, readable, true)
  bytes.set(new TextEncoder().encode(failure), offsetOf('failure'))
  word(offsetOf('failureBytes'), failure.length)
}

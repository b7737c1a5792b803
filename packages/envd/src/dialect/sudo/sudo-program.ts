/**
 * `sudo` in a sandbox. Set-id programs do not work there, so this program asks the daemon, which is root, to start
 * the command. It passes its own standard file descriptors, forwards the signals it receives, and ends in the same
 * way as the command. The daemon reads the caller, the command, the working directory and the variables from /proc:
 * the program itself needs only a few hundred bytes of memory and no library, so it works in every image and starts
 * at once. It is written as bytes because no compiler is available; packages/envd/assembly has the source in
 * assembly, and a test compares the two.
 *
 *   to the daemon:   reports of 8 bytes: a signal, and the foreground process group of its terminal or 0. The first
 *                    has no signal and carries the three file descriptors and the credentials; a forwarded signal has
 *                    no process group; "continue" reports that the program was stopped and has been continued.
 *   from the daemon: 3 bytes: the action (0: exit, 1: end by the signal, 2: stop), the signal, the exit status
 */

import { codeAddress, type ElfArchitecture, elfFile } from '../process/elf.ts'
import { encodeForArm64 } from './arm64.ts'
import { type Memory, reportBytes, sudoMemory } from './memory.ts'
import type { Encoder, MemoryReference, Operand, ProgramLayout, Step } from './steps.ts'
import { encodeForX64 } from './x64.ts'

export { answerBytes, handedSignals, reportBytes } from './memory.ts'

/** The name of the daemon's abstract socket in a sandbox. */
export const sudoSocketName = 'cay-sudo'

const encoders: Readonly<Record<ElfArchitecture, Encoder>> = { x64: encodeForX64, arm64: encodeForArm64 }

/** `socketName` is the name of the daemon's abstract socket, without the leading NUL. */
export function sudoProgram(architecture: string, socketName: string): Uint8Array {
  if (architecture !== 'x64' && architecture !== 'arm64') {
    throw new Error(`no sudo for the architecture ${architecture}`)
  }
  const encode = encoders[architecture]
  const lengths = assemble(encode, { addressOf: () => 0, offsetOf: () => 0 })
  const codeBytes = aligned(lengths.code.length)
  const memory = sudoMemory(socketName, codeAddress + codeBytes)
  const { code } = assemble(encode, {
    addressOf: ({ memory: name, offset = 0 }) => memory.addressOf(name) + offset,
    offsetOf: (label) => lengths.labels.get(label) ?? 0,
  })
  const content = new Uint8Array(codeBytes + memory.bytes.length)
  content.set(code)
  content.set(memory.bytes, codeBytes)
  return elfFile({ architecture, content, isWritable: true })
}

function assemble(encode: Encoder, around: ProgramLayout) {
  const code: number[] = []
  const labels = new Map<string, number>()
  for (const step of steps) {
    if (step.kind === 'label') labels.set(step.name, code.length)
    code.push(...encode(step, code.length, around))
  }
  return { code, labels }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16
}

const call = (name: Extract<Step, { kind: 'call' }>['call'], ...operands: Operand[]): Step => ({
  kind: 'call',
  call: name,
  operands,
})
const at = (memory: Memory, offset = 0): MemoryReference => ({ memory, offset })
const addressOf = (memory: Memory): Operand => ({ addressOf: at(memory) })
const label = (name: string): Step => ({ kind: 'label', name })
const keep = (reference: MemoryReference): Step => ({ kind: 'keep', at: reference })

const workingDirectory = -100
const readWrite = 2
const blockSignals = 0
const setSignals = 2
const closeOnExec = 0o2000000
const foregroundGroup = 0x540f
const stopSignal = 19
const [socket, signals] = [at('polled'), at('polled', 8)]
const hasAnswer = at('polled', 6)
const [ownPid, ownUser, ownGroup] = [at('control', 48), at('control', 52), at('control', 56)]

/** A file descriptor that is not a terminal leaves the group unchanged. */
function findForeground(report: Memory): Step[] {
  const group = { addressOf: at(report, 4) }
  return [0, 1, 2].map((descriptor) => call('ioctl', descriptor, foregroundGroup, group))
}

const steps: readonly Step[] = [
  // File descriptors 0 to 2 must be open, because they are passed to the daemon.
  label('open'),
  call('openat', workingDirectory, addressOf('nullPath'), readWrite),
  { kind: 'jump-if-below', limit: 0, to: 'fail' },
  { kind: 'jump-if-below', limit: 3, to: 'open' },
  call('rt_sigprocmask', blockSignals, addressOf('handedSet'), 0, 8),
  call('signalfd4', -1, addressOf('handedSet'), 8, closeOnExec),
  keep(signals),
  call('socket', 1, 1 | closeOnExec, 0),
  keep(socket),
  ...findForeground('first'),
  // The kernel checks these credentials, so a process cannot claim to be another one.
  call('getpid'),
  keep(ownPid),
  call('getuid'),
  keep(ownUser),
  call('getgid'),
  keep(ownGroup),
  call('connect', { word: socket }, addressOf('address'), { word: at('addressBytes') }),
  { kind: 'jump-if-below', limit: 0, to: 'fail' },
  call('sendmsg', { word: socket }, addressOf('message'), 0),
  { kind: 'jump-if-below', limit: 0, to: 'fail' },

  label('wait'),
  call('ppoll', addressOf('polled'), 2, 0, 0, 8),
  { kind: 'load', at: hasAnswer },
  { kind: 'jump-unless', number: 0, to: 'answered' },
  call('read', { word: signals }, addressOf('signal'), 128),
  { kind: 'jump-if-below', limit: 1, to: 'wait' },
  call('write', { word: socket }, addressOf('signal'), reportBytes),
  { kind: 'jump', to: 'wait' },

  label('answered'),
  call('read', { word: socket }, addressOf('answer'), 3),
  { kind: 'jump-unless', number: 3, to: 'fail' },
  { kind: 'load', at: at('answer') },
  { kind: 'jump-unless', number: 2, to: 'end' },
  call('kill', { word: ownPid }, stopSignal),
  ...findForeground('continued'),
  call('write', { word: socket }, addressOf('continued'), reportBytes),
  { kind: 'jump', to: 'wait' },

  label('end'),
  { kind: 'load', at: at('answer') },
  { kind: 'jump-unless', number: 1, to: 'exit' },
  call('rt_sigprocmask', setSignals, addressOf('emptySet'), 0, 8),
  call('kill', { word: ownPid }, { byte: at('answer', 1) }),
  label('exit'),
  call('exit_group', { byte: at('answer', 2) }),

  label('fail'),
  call('write', 2, addressOf('failure'), { word: at('failureBytes') }),
  call('exit_group', 1),
]

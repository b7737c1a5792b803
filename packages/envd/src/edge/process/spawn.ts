/**
 * Starts a program with glibc's posix_spawn, which uses vfork, so the daemon's address space is never copied. The
 * child leads a session of its own, has default signal handling and only file descriptors 0 to 2. Its ids are the
 * daemon's: the program started here is a launcher, which changes them.
 */

import { allocateForever, type Pointer, signalSets, spawnCalls } from '../libc.ts'

export interface SpawnRequest {
  /** Path of the program; there is no search. */
  readonly file: string
  /** Includes argument 0. */
  readonly argv: readonly string[]
  /** `NAME=value`. */
  readonly environment: readonly string[]
  readonly stdio: StdioDescriptors | TerminalPath
}

/**
 * File descriptors of the daemon that become 0, 1 and 2 in the child. If there is none for standard input, it is
 * /dev/null.
 */
export interface StdioDescriptors {
  readonly kind: 'pipes'
  readonly stdin: number | undefined
  readonly stdout: number
  readonly stderr: number
}

/**
 * A terminal that becomes file descriptors 0, 1 and 2. Since the process that opens it leads a new session, it also
 * becomes the controlling terminal.
 */
export interface TerminalPath {
  readonly kind: 'terminal'
  readonly path: string
  /** File descriptors of the daemon that replace the terminal. */
  readonly instead?: Partial<Record<0 | 1 | 2, number>>
}

const flags = { setSignalDefault: 0x04, setSignalMask: 0x08, setSession: 0x80 } as const
const openReadOnly = 0
const openReadWrite = 2

// The types of glibc have 80, 336 and 128 bytes; the blocks are larger than that.
const blockBytes = 512
const actions = allocateForever(blockBytes)
const attributes = makeAttributes()

/**
 * Returns the pid. Throws SystemCallError if the program cannot be executed or a file descriptor cannot be passed.
 */
export function spawnProgram(request: SpawnRequest): number {
  const pid = new Int32Array(1)
  const argv = [...request.argv, null]
  const environment = [...request.environment, null]
  spawnCalls.actionsInit(actions)
  try {
    addActions(request)
    spawnCalls.spawn(pid, request.file, actions, attributes, argv, environment)
    return pid[0] ?? 0
  } finally {
    spawnCalls.actionsDestroy(actions)
  }
}

function addActions({ stdio }: SpawnRequest): void {
  if (stdio.kind === 'terminal') {
    spawnCalls.addOpen(actions, 0, stdio.path, openReadWrite, 0)
    spawnCalls.addDup2(actions, 0, 1)
    spawnCalls.addDup2(actions, 0, 2)
    for (const [place, descriptor] of Object.entries(stdio.instead ?? {})) {
      spawnCalls.addDup2(actions, descriptor, Number(place))
    }
  } else {
    if (stdio.stdin === undefined) spawnCalls.addOpen(actions, 0, '/dev/null', openReadOnly, 0)
    else spawnCalls.addDup2(actions, stdio.stdin, 0)
    spawnCalls.addDup2(actions, stdio.stdout, 1)
    spawnCalls.addDup2(actions, stdio.stderr, 2)
  }
  spawnCalls.addCloseFrom(actions, 3)
}

function makeAttributes(): Pointer {
  const block = allocateForever(blockBytes)
  const signals = allocateForever(blockBytes)
  spawnCalls.attributesInit(block)
  spawnCalls.setFlags(block, flags.setSignalDefault | flags.setSignalMask | flags.setSession)
  signalSets.fill(signals)
  spawnCalls.setDefaultSignals(block, signals)
  signalSets.empty(signals)
  spawnCalls.setSignalMask(block, signals)
  return block
}

/**
 * Starts programs by glibc's posix_spawn, which copies nothing of this process and is waited for in a thread of its own. Node's
 * `spawn` forks in the thread of the event loop, and the copy of a service's page tables takes milliseconds, under load tens of
 * them, in which no request is served (docs/decisions/0026).
 */
import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { isMainThread } from 'node:worker_threads'
import { Semaphore } from '../flow/semaphore.ts'
import { environmentOf, inheritedEnvironment } from '../inherited-environment.ts'
import {
  allocateForever,
  asyncErrnoAnswer,
  errnoAnswer,
  type Pointer,
  pipe2,
  signalSets,
  spawnCalls,
  waitpid,
} from './libc.ts'

export interface ProgramRequest {
  /** With argument 0, which is searched for in our PATH. */
  readonly argv: readonly string[]
  /** Absent: ours. */
  readonly env?: Readonly<Record<string, string>>
  /** Absent: ours. */
  readonly cwd?: string
  /** False: its standard input is /dev/null. */
  readonly takesInput: boolean
  /** False: what it writes goes to /dev/null. */
  readonly isHeard: boolean
  /** /dev/null is open at this descriptor. */
  readonly largestDescriptor?: number
}

export interface ProgramEnd {
  readonly exitCode: number | null
  /** Its name, when one ended the program. */
  readonly signal: string | null
}

export interface Program {
  readonly stdin: Writable | undefined
  readonly stdout: Readable | undefined
  readonly stderr: Readable | undefined
  readonly ended: Promise<ProgramEnd>
  /** Nothing happens to one that has ended. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
}

/** Throws SystemCallError when it cannot be started. Only the main thread hears of the end of programs. */
export async function startProgram(request: ProgramRequest): Promise<Program> {
  if (!isMainThread) throw new Error('programs are started in the main thread only')
  const pipes = openPipes(request)
  let pid: number
  try {
    pid = await spawn(request, pipes)
  } catch (error) {
    for (const pipe of Object.values(pipes)) closeSync(pipe.ours)
    throw error
  } finally {
    for (const pipe of Object.values(pipes)) closeSync(pipe.theirs)
  }
  const { stdin, stdout, stderr } = pipes
  const ended = endOf(pid)
  return {
    stdin: stdin && new Socket({ fd: stdin.ours, readable: false, writable: true }),
    stdout: stdout && new Socket({ fd: stdout.ours, readable: true, writable: false }),
    stderr: stderr && new Socket({ fd: stderr.ours, readable: true, writable: false }),
    ended,
    // The kernel does not reuse its number until its end is collected.
    kill: (signal) => void (running.has(pid) && process.kill(pid, signal)),
  }
}

interface Pipe {
  readonly ours: number
  readonly theirs: number
}

interface Pipes {
  readonly stdin?: Pipe
  readonly stdout?: Pipe
  readonly stderr?: Pipe
}

function openPipes({ takesInput, isHeard }: ProgramRequest): Pipes {
  return {
    ...(takesInput ? { stdin: openPipe('to the program') } : {}),
    ...(isHeard ? { stdout: openPipe('to us'), stderr: openPipe('to us') } : {}),
  }
}

function openPipe(direction: 'to the program' | 'to us'): Pipe {
  const ends = new Int32Array(2)
  pipe2(ends, closeOnExec)
  const [from = -1, to = -1] = ends
  return direction === 'to us' ? { ours: from, theirs: to } : { ours: to, theirs: from }
}

const closeOnExec = 0o2000000
const openReadOnly = 0
const openWriteOnly = 1
const flags = { setSignalDefault: 0x04, setSignalMask: 0x08 } as const

const addChangeDirectory = errnoAnswer<[Pointer, string]>(
  'int posix_spawn_file_actions_addchdir_np(void *actions, const char *path)',
)
const spawnInThread = asyncErrnoAnswer<
  [Int32Array, string, Pointer, Pointer, readonly (string | null)[], readonly (string | null)[]]
>(
  'int posix_spawnp(_Out_ int *pid, const char *file, const void *actions, const void *attributes, const char **argv, const char **envp)',
)

/** A thread waits until the program is there; Node has four for everything that waits, files among them. */
const starting = new Semaphore(3)

// glibc's types are 80, 336 and 128 bytes; more is kept than they need.
const blockBytes = 512
/** Of calls that are over, for those to come. */
const freeActions: Pointer[] = []
let sharedAttributes: Pointer | undefined

async function spawn(request: ProgramRequest, pipes: Pipes): Promise<number> {
  const { argv, env } = request
  const pid = new Int32Array(1)
  const environment = env === undefined ? inheritedEnvironment() : environmentOf(env)
  const actions = freeActions.pop() ?? allocateForever(blockBytes)
  sharedAttributes ??= makeAttributes()
  spawnCalls.actionsInit(actions)
  try {
    addActions(actions, request, pipes)
    const attributes = sharedAttributes
    await starting.run(() =>
      spawnInThread(pid, argv[0] ?? '', actions, attributes, [...argv, null], [...environment, null]),
    )
    return pid[0] ?? 0
  } finally {
    spawnCalls.actionsDestroy(actions)
    freeActions.push(actions)
  }
}

function addActions(actions: Pointer, { cwd, largestDescriptor }: ProgramRequest, pipes: Pipes): void {
  const places = [
    { place: 0, pipe: pipes.stdin, mode: openReadOnly },
    { place: 1, pipe: pipes.stdout, mode: openWriteOnly },
    { place: 2, pipe: pipes.stderr, mode: openWriteOnly },
  ]
  for (const { place, pipe, mode } of places) {
    if (pipe === undefined) spawnCalls.addOpen(actions, place, '/dev/null', mode, 0)
    else spawnCalls.addDup2(actions, pipe.theirs, place)
  }
  spawnCalls.addCloseFrom(actions, places.length)
  if (largestDescriptor !== undefined)
    spawnCalls.addOpen(actions, largestDescriptor, '/dev/null', openReadOnly, 0)
  if (cwd !== undefined) addChangeDirectory(actions, cwd)
}

/** No signal is ignored or held back, whatever this process does with them. */
function makeAttributes(): Pointer {
  const block = allocateForever(blockBytes)
  const signals = allocateForever(blockBytes)
  spawnCalls.attributesInit(block)
  spawnCalls.setFlags(block, flags.setSignalDefault | flags.setSignalMask)
  signalSets.fill(signals)
  spawnCalls.setDefaultSignals(block, signals)
  signalSets.empty(signals)
  spawnCalls.setSignalMask(block, signals)
  return block
}

const doNotWait = 1
const running = new Map<number, (end: ProgramEnd) => void>()
let isListening = false

function endOf(pid: number): Promise<ProgramEnd> {
  if (!isListening) process.on('SIGCHLD', collectAll)
  isListening = true
  return new Promise((resolve) => {
    running.set(pid, resolve)
    // It may have ended before anybody listened.
    collect(pid)
  })
}

/** One signal may stand for several ends. */
function collectAll(): void {
  for (const pid of running.keys()) collect(pid)
}

function collect(pid: number): void {
  const status = new Int32Array(1)
  if (waitpid(pid, status, doNotWait) === 0) return
  running.get(pid)?.(readEnd(status[0] ?? 0))
  running.delete(pid)
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** Of a status word of waitpid. */
function readEnd(status: number): ProgramEnd {
  const signal = status & 0x7f
  if (signal === 0) return { exitCode: (status >> 8) & 0xff, signal: null }
  return { exitCode: null, signal: signalNames.get(signal) ?? `signal ${signal}` }
}

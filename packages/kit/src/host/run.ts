/**
 * The only door to other programs. Argument vectors only, never a shell string; bounded output; a signal that ends the
 * child; and an error that says which program failed, how, and what it wrote.
 */
import type { Readable } from 'node:stream'
import type { Program, ProgramRequest } from './program.ts'

export interface RunOptions {
  /** Written to the program's standard input, which is then closed. */
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly signal?: AbortSignal
  /** Milliseconds until SIGKILL; default 60,000. */
  readonly timeoutMs?: number
  /** Called per chunk of standard error, for programs that tell their progress there. */
  readonly onStderr?: (text: string) => void
  readonly onStdout?: (text: string) => void
  /**
   * The program leaves processes behind that must not hold our pipes: its output goes nowhere, and its own exit is its
   * end.
   */
  readonly leavesProcesses?: boolean
  /**
   * The program's descriptor table has room for 300 from the start, because /dev/null is open at the last of them. A table
   * that has to grow when its process has threads makes the process wait for a grace period of the kernel, 10 ms and more.
   */
  readonly hasLargeDescriptorTable?: boolean
}

export interface RunResult {
  readonly stdout: string
  readonly stderr: string
}

/** Bytes kept of each output stream; more is cut at the front. */
const outputBytesMax = 1024 * 1024

export class ToolError extends Error {
  readonly argv: readonly string[]
  readonly exitCode: number | null
  readonly stderr: string

  constructor(
    argv: readonly string[],
    outcome: string,
    details: { exitCode: number | null; stderr: string; cause?: unknown },
  ) {
    const said = middleCut(details.stderr.trim())
    super(`${argv[0]} ${outcome}${said === '' ? '' : `: ${said}`}`, { cause: details.cause })
    this.name = 'ToolError'
    this.argv = argv
    this.exitCode = details.exitCode
    this.stderr = said
  }
}

/** Programs tell the cause at the beginning or at the end; between may lie a stack of any length. */
function middleCut(text: string): string {
  const half = 1000
  return text.length <= 2 * half ? text : `${text.slice(0, half)} [...] ${text.slice(-half)}`
}

/** Runs a program to its end. Throws ToolError when it cannot start, exits non-zero, is killed or takes too long. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program, ...args] = argv
  if (program === undefined) throw new TypeError('run: empty argument vector')
  const child = await startOrExplain(argv, {
    argv: [program, ...args],
    takesInput: options.input !== undefined,
    isHeard: options.leavesProcesses !== true,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.hasLargeDescriptorTable === true ? { largestDescriptor } : {}),
  })
  const stdout = collect(child.stdout, options.onStdout)
  const stderr = collect(child.stderr, options.onStderr)
  // A program that exits without reading its input is judged by its exit code, not by the broken pipe.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input)
  const end = await ended(child, options)
  if (end.failure !== undefined || end.exitCode !== 0) {
    throw new ToolError(argv, end.failure ?? `exited with ${end.exitCode}`, {
      exitCode: end.exitCode,
      stderr: stderr(),
    })
  }
  return { stdout: stdout(), stderr: stderr() }
}

const largestDescriptor = 299

async function startOrExplain(argv: readonly string[], request: ProgramRequest): Promise<Program> {
  // The foreign function interface takes 30 ms to load, and most commands of `cay` start no program.
  const { startProgram } = await import('./program.ts')
  try {
    return await startProgram(request)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ToolError(argv, `could not be started (${reason})`, { exitCode: null, stderr: '', cause })
  }
}

function collect(stream: Readable | undefined, onText?: (text: string) => void): () => string {
  let text = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    text = (text + chunk).slice(-outputBytesMax)
    onText?.(chunk)
  })
  return () => text
}

interface End {
  readonly exitCode: number | null
  readonly failure?: string
}

/** Its own end, and that of its output where we hear it: what it has left behind may write on. */
async function ended(child: Program, options: RunOptions): Promise<End> {
  const timeoutMs = options.timeoutMs ?? 60_000
  let failure: string | undefined
  const stop = (why: string) => {
    failure ??= why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop(`took longer than ${timeoutMs} ms`), timeoutMs)
  const onAbort = () => stop('was cancelled')
  options.signal?.addEventListener('abort', onAbort)
  if (options.signal?.aborted === true) onAbort()
  try {
    const outputs = [child.stdout, child.stderr].filter((stream) => stream !== undefined)
    const [{ exitCode, signal }] = await Promise.all([child.ended, ...outputs.map(closed)])
    const killed = signal === null ? undefined : `was ended by ${signal}`
    const why = failure ?? killed
    return why === undefined ? { exitCode } : { exitCode, failure: why }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  }
}

function closed(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.on('close', resolve)
    // A pipe that cannot be read any more says no more.
    stream.on('error', () => undefined)
  })
}

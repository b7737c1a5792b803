/**
 * The only door to other programs. Argument vectors only, never a shell string; bounded output; a signal that ends the
 * child; and an error that says which program failed, how, and what it wrote.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

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
  const output = options.leavesProcesses === true ? 'ignore' : 'pipe'
  const child = spawnWith(
    {
      stdio: [options.input === undefined ? 'ignore' : 'pipe', output, output],
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    },
    options.hasLargeDescriptorTable === true,
    (given) => spawn(program, args, given),
  )
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
      cause: end.cause,
    })
  }
  return { stdout: stdout(), stderr: stderr() }
}

const largestDescriptor = 299

type Stdio = ('ignore' | 'pipe' | number)[]

function spawnWith(
  given: SpawnOptions & { readonly stdio: Stdio },
  hasLargeTable: boolean,
  start: (given: SpawnOptions) => ChildProcess,
): ChildProcess {
  if (!hasLargeTable) return start(given)
  const unused: Stdio = Array.from({ length: largestDescriptor - given.stdio.length }, () => 'ignore')
  const descriptor = openSync('/dev/null', 'r')
  try {
    return start({ ...given, stdio: [...given.stdio, ...unused, descriptor] })
  } finally {
    closeSync(descriptor)
  }
}

function collect(stream: NodeJS.ReadableStream | null, onText?: (text: string) => void): () => string {
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
  readonly cause?: unknown
}

function ended(child: ChildProcess, options: RunOptions): Promise<End> {
  const timeoutMs = options.timeoutMs ?? 60_000
  return new Promise((resolve) => {
    let failure: string | undefined
    const stop = (why: string) => {
      failure ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop(`took longer than ${timeoutMs} ms`), timeoutMs)
    const onAbort = () => stop('was cancelled')
    options.signal?.addEventListener('abort', onAbort)
    if (options.signal?.aborted === true) onAbort()
    const finish = (end: End) => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
      resolve(end)
    }
    child.on('error', (cause) =>
      finish({ exitCode: null, failure: `could not be started (${cause.message})`, cause }),
    )
    child.on(
      options.leavesProcesses === true ? 'exit' : 'close',
      (exitCode: number | null, signal: string | null) => {
        const killed = signal === null ? undefined : `was ended by ${signal}`
        const why = failure ?? killed
        finish(why === undefined ? { exitCode } : { exitCode, failure: why })
      },
    )
  })
}

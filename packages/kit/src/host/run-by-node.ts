/**
 * Runs a program by Node's own spawn, where the native library of `run` is not at hand: in a sandbox. In a process group of its
 * own, which is killed when the time is over or at the signal. Output is given on as it comes, and kept nowhere.
 */
import { spawn } from 'node:child_process'

export interface NodeRunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly uid?: number
  readonly gid?: number
  readonly onText: (text: string) => void
  readonly signal: AbortSignal
}

/** Milliseconds from the end of the program until its output counts as complete. */
const outputMsMax = 5000

/** Resolves with how it ended, in words that follow its name; undefined: with exit code 0. */
export function runByNode(argv: readonly string[], options: NodeRunOptions): Promise<string | undefined> {
  const { onText, signal, ...rest } = options
  const [program = '', ...args] = argv
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('was cancelled')
    const child = spawn(program, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
    signal.addEventListener('abort', kill)
    const end = (words: string | undefined) => {
      signal.removeEventListener('abort', kill)
      resolve(words)
    }
    child.on('error', (error) => end(`could not be started (${error.message})`))
    child.on('exit', (exitCode, killedBy) => {
      const words = signal.aborted ? 'was cancelled' : howItEnded(exitCode, killedBy)
      // What it has written may come later than its end; what it has left behind may hold its output for ever.
      const late = setTimeout(() => end(words), outputMsMax)
      child.on('close', () => {
        clearTimeout(late)
        end(words)
      })
    })
  })
}

function howItEnded(exitCode: number | null, killedBy: NodeJS.Signals | null): string | undefined {
  if (exitCode === 0) return undefined
  return killedBy === null ? `exited with ${exitCode}` : `was ended by ${killedBy}`
}

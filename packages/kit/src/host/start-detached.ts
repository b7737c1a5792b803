/** A Node program of ours that goes on when we end: in a session of its own, its output in a file. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export interface DetachedProgram {
  /** Absolute path of the program's main file. */
  readonly file: string
  readonly args: readonly string[]
  /** A command that becomes the program that it gets as its last arguments. */
  readonly through?: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Its output is added to this file, which only root reads. */
  readonly logFile: string
}

/** Its process; undefined when it could not be started. */
export function startDetached({ file, args, through = [], env, logFile }: DetachedProgram): {
  readonly pid: number | undefined
  /** Resolves with its exit code, if it ends while we are there. */
  readonly exited: Promise<number | null>
} {
  const log = openSync(logFile, 'a', 0o600)
  try {
    const [program, ...rest] = [...through, process.execPath, file, ...args] as [string, ...string[]]
    const child = spawn(program, rest, {
      env: { ...env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    const exited = new Promise<number | null>((resolve) => {
      child.on('exit', (exitCode) => resolve(exitCode))
      child.on('error', () => resolve(null))
    })
    child.unref()
    return { pid: child.pid, exited }
  } finally {
    closeSync(log)
  }
}

/**
 * A lock that cannot outlive its holder: the kernel's flock, held by a child that ends when our end of its pipe closes,
 * however we end. The file itself stays and means nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface HeldLock {
  release(): Promise<void>
}

/** One whose file gets another time now and then, by which others see that its holder is alive. */
export interface BeatingLock extends HeldLock {
  /** Does not wait: a file system that does not respond stops the child alone. */
  beat(): void
  /** Settles when the lock is held no more. */
  readonly ended: Promise<unknown>
}

/** The exit code of flock(1) when another process holds the lock. */
const conflictExitCode = 75

/** Takes the lock, or answers undefined when another process holds it after `waitSeconds`. */
export function acquireLock(path: string, waitSeconds = 0): Promise<HeldLock | undefined> {
  return hold(path, { waitSeconds, program: ['cat'] })
}

/** Writes the text, which is a line, into the file, and sets its time for each line of input, which is repeated. */
const writer = 'printf "%s\\n" "$1" >"$0"; while read -r line; do touch -- "$0"; printf "%s\\n" "$line"; done'

/** Takes the lock with the text in its file, or answers undefined when another process holds it. */
export function acquireBeatingLock(path: string, text: string): Promise<BeatingLock | undefined> {
  return hold(path, { waitSeconds: 0, program: ['sh', '-c', writer, path, text] })
}

async function hold(
  path: string,
  { waitSeconds, program }: { readonly waitSeconds: number; readonly program: readonly string[] },
): Promise<BeatingLock | undefined> {
  const patience = waitSeconds === 0 ? ['--nonblock'] : ['--timeout', String(waitSeconds)]
  const argv = ['--no-fork', ...patience, '--conflict-exit-code', String(conflictExitCode), path, ...program]
  // A session of its own: an interrupt from the terminal must not end the lock before us.
  const holder = spawn('flock', argv, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const exited = new Promise<number | null>((resolve, reject) => {
    holder.on('error', (cause) =>
      reject(new Error(`flock could not be started: ${cause.message}`, { cause })),
    )
    holder.on('close', resolve)
  })
  let complaint = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-1000)
  })
  // A holder that lost the race is judged by its exit code, not by the broken pipe.
  holder.stdin.on('error', () => undefined)
  // The lock is ours once the program runs and echoes.
  holder.stdin.write('held\n')
  const outcome = await Promise.race([once(holder.stdout, 'data').then(() => 'held' as const), exited])
  if (outcome === conflictExitCode) return undefined
  if (outcome !== 'held')
    throw new Error(`cannot lock ${path}: ${complaint.trim() || `exit code ${outcome}`}`)
  holder.unref()
  return {
    beat: () => void holder.stdin.write('held\n'),
    ended: exited.catch(() => undefined),
    release: async () => {
      // The event loop must not be empty before the release that a caller awaits.
      holder.ref()
      holder.stdin.end()
      await exited
    },
  }
}

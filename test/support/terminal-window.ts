/** A window of a person: a command at a terminal of its own, what is shown in it, and keys. It ends with its test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'

export interface WindowOptions {
  readonly env: Readonly<Record<string, string>>
  /** Words of which none has a blank. */
  readonly command: readonly string[]
  /** Absent: as the kernel has it for a new one. */
  readonly size?: { readonly columns: number; readonly rows: number }
}

const seenMsMax = 100_000

export function openWindow({ env, command, size }: WindowOptions) {
  const resize = size === undefined ? '' : `stty cols ${size.columns} rows ${size.rows}; `
  const child = spawn('/usr/bin/script', ['-qec', resize + command.join(' '), '/dev/null'], {
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let shown = ''
  child.stdout.on('data', (bytes) => {
    shown += String(bytes)
  })
  return {
    ended,
    type: (keys: string) => void child.stdin.write(keys),
    /** All that has been shown. */
    shown: () => shown,
    sees: (wanted: RegExp) => expect.poll(() => shown, { timeout: seenMsMax }).toMatch(wanted),
    async exitCode() {
      await ended
      return child.exitCode
    },
    /** As when somebody closes it. */
    close: () => void child.kill('SIGKILL'),
  }
}

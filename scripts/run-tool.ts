/** Runs a tool to its end; SIGTERM and later SIGKILL when it takes too long or when it is to stop. */
import { spawn } from 'node:child_process'
import { root } from './root.ts'

/** Between asking a tool to stop and ending it: it may have sandboxes to give back. */
const stopGraceMs = 30_000

export interface ToolOptions {
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly onText: (text: string) => void
  readonly signal: AbortSignal
}

/** Rejects when it fails. */
export function runTool(argv: readonly string[], options: ToolOptions): Promise<void> {
  const { env, timeoutMs, onText, signal: stopping } = options
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText)
  let kill: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGTERM')
    kill = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
  }
  const late = setTimeout(stop, timeoutMs)
  stopping.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(late)
      clearTimeout(kill)
      stopping.removeEventListener('abort', stop)
      const how = signal === null ? `exited with ${code}` : `was ended by ${signal}`
      if (code === 0) resolve()
      else reject(new Error(`${args[0] ?? program} ${how}`))
    })
  })
}

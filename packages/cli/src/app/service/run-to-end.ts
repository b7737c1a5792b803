import { type ServiceProcessSpec, startServiceProcess } from '@cay/kit/host/service-process.ts'

/** Milliseconds that a program has for its end once it is told to stop. */
const graceMs = 5_000

/** Runs a program of ours; returns what it printed. Throws an error with its last line of complaint. */
export async function runToEnd(
  program: Omit<ServiceProcessSpec, 'onLine'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = []
  let complaint: string | undefined
  const onLine: ServiceProcessSpec['onLine'] = (line, stream) => {
    if (stream === 'stderr') complaint = line
    else lines.push(line)
  }
  const child = startServiceProcess({ ...program, onLine })
  const stop = () => void child.stop(graceMs)
  signal?.addEventListener('abort', stop)
  const exit = await child.exited
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
  if (exit.exitCode !== 0) throw new Error(complaint ?? `${program.name} ${exit.words}`)
  return lines
}

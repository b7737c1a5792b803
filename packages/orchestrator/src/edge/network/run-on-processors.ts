/**
 * For a program that makes a mount namespace and binds it. Linux 6.18 numbers namespaces from a batch of each processor's own, and
 * refuses to bind one whose number is lower than that of the namespace that it is bound in. On a machine that is always the first
 * one; in a container it is one of a later batch, and on some processors nothing can be bound.
 */
import { cpus } from 'node:os'
import { run, ToolError } from '@cay/kit/host/run.ts'

export type RunProgram = (command: readonly string[]) => Promise<unknown>

/** On any processor, and when the kernel refuses it there, on each of them until one succeeds. Throws the first failure. */
export async function runOnProcessors(
  command: readonly string[],
  runProgram: RunProgram = run,
  processors: number = cpus().length,
): Promise<void> {
  try {
    await runProgram(command)
  } catch (error) {
    if (!isRefusedBind(error)) throw error
    for (let processor = 0; processor < processors; processor++)
      if (await succeeds(runProgram(['taskset', '--cpu-list', String(processor), ...command]))) return
    throw error
  }
}

/** What `mount` says for EINVAL; the program has no other way to say it. */
function isRefusedBind(error: unknown): boolean {
  return error instanceof ToolError && /failed: Invalid argument/.test(error.stderr)
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt
    return true
  } catch {
    // Refused there as well, or it is not one of the processors that this process may use: the first failure is told.
    return false
  }
}

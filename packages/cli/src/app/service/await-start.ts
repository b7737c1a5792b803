/** Waits for a `cay up` in the background to be ready, and shows what it says meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import type { Installation } from '../../installation.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'

export interface StartedSupervisor {
  readonly pid: number | undefined
  readonly exited: Promise<number | null>
}

const everyMs = 200

/** Undefined once it is ready; else the exit code with which it ended before. */
export async function awaitStart(
  { installation, readRecord }: { readonly installation: Installation; readonly readRecord: ReadUpRecord },
  { pid, exited }: StartedSupervisor,
  signal: AbortSignal,
): Promise<number | undefined> {
  let ended: number | null | undefined
  void exited.then((exitCode) => {
    ended = exitCode
  })
  while (!signal.aborted) {
    const record = await readRecord(installation.layout.supervisorFile)
    const isReady =
      record !== undefined &&
      record.supervisor.pid === pid &&
      isAlive(record.supervisor) &&
      Object.keys(record.listening).length > 0
    if (isReady) return undefined
    if (ended !== undefined) return ended ?? 1
    await sleep(everyMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
  return 1
}

import { isAlive } from '@cay/kit/host/process-identity.ts'
import { type StopOutcome, stopProcess } from '@cay/kit/host/stop-process.ts'
import type { UpRecord } from '../../dialect/service/up-record.ts'

/** Longer than the timeout of a graceful stop. */
export const serviceGraceMs = 12_000

/**
 * Ends the services that a supervisor left behind when it was killed; by identity, so a later process with the same
 * number is safe. Answers the names of those that were still there.
 */
export async function stopOrphans(record: UpRecord): Promise<string[]> {
  const alive = Object.entries(record.services).filter(([, identity]) => isAlive(identity))
  const outcomes = await Promise.all(
    alive.map(
      async ([name, identity]): Promise<[string, StopOutcome]> => [
        name,
        await stopProcess(identity, serviceGraceMs),
      ],
    ),
  )
  const staying = outcomes.filter(([, outcome]) => outcome === 'does not go')
  if (staying.length > 0) throw new Error(`cannot end: ${staying.map(([name]) => name).join(', ')}`)
  return outcomes.map(([name]) => name)
}

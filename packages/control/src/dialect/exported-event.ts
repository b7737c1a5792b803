/** What a collector outside gets to know of an event of the audit log. */
import type { ExportedEvent } from '../ports/event.ts'

/** The names are those of the API; what an event does not have is left out. */
export function exportedFields(event: ExportedEvent): Record<string, string | number> {
  const { number, teamId, kind, actor, keyId, sandboxId, subject, outcome, status, reason, seq, hash } = event
  const fields = {
    ...{ number, teamID: teamId, seq, hash, kind, actor, keyID: keyId, sandboxID: sandboxId },
    ...{ subject, outcome, status, reason },
  }
  const present = Object.entries(fields).filter(
    (entry): entry is [string, string | number] => entry[1] !== null,
  )
  return Object.fromEntries(present)
}

/** One line for people. */
export function describeEvent({ kind, outcome, actor, sandboxId, reason }: ExportedEvent): string {
  const what = sandboxId === null ? kind : `${kind} of ${sandboxId}`
  return `${what} by ${actor}: ${outcome}${reason === null ? '' : ` (${reason})`}`
}

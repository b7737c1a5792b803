/** Events of the audit log as messages of syslog (RFC 5424), each with a JSON object of ASCII characters. */
import { formatInstant } from '@cay/core/instant.ts'
import type { ExportedEvent } from '../ports/event.ts'
import { exportedFields } from './exported-event.ts'

/** Log audit. */
const facility = 13
const severities = { done: 6, refused: 4, failed: 3 } as const
const hostnameLengthMax = 255
const messageIdLengthMax = 32

export function renderSyslogMessage(event: ExportedEvent, hostname: string): string {
  const priority = facility * 8 + severities[event.outcome]
  const host = printable(hostname, hostnameLengthMax)
  const messageId = printable(event.kind, messageIdLengthMax)
  const text = JSON.stringify(exportedFields(event)).replace(/[^ -~]/g, escapeCharacter)
  return `<${priority}>1 ${formatInstant(event.atMs)} ${host} cay - ${messageId} - ${text}`
}

/** The framing over TCP and TLS (RFC 5425, RFC 6587): its length in bytes comes before each message. */
export function frameSyslogMessage(message: string): string {
  return `${message.length} ${message}`
}

/** A field of the header: printable ASCII without spaces, `-` when there is none. */
function printable(text: string, lengthMax: number): string {
  const kept = text.replace(/[^!-~]/g, '').slice(0, lengthMax)
  return kept === '' ? '-' : kept
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

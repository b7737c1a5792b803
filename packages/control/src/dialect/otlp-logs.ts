/** Events of the audit log as a request of OTLP over HTTP with JSON (opentelemetry-proto, collector/logs/v1). */
import type { ExportedEvent } from '../ports/event.ts'
import { describeEvent, exportedFields } from './exported-event.ts'

/** Numbers of severities in the data model of logs. */
const severities = {
  done: { severityNumber: 9, severityText: 'INFO' },
  refused: { severityNumber: 13, severityText: 'WARN' },
  failed: { severityNumber: 17, severityText: 'ERROR' },
} as const

export function renderOtlpLogs(events: readonly ExportedEvent[]): string {
  const resource = { attributes: [attribute('service.name', 'cay-control')] }
  const scopeLogs = [{ scope: { name: 'cay.events' }, logRecords: events.map(renderRecord) }]
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] })
}

function renderRecord(event: ExportedEvent) {
  return {
    // In nanoseconds, which are more than a JSON number holds.
    timeUnixNano: `${event.atMs}000000`,
    ...severities[event.outcome],
    eventName: `cay.${event.kind}`,
    body: { stringValue: describeEvent(event) },
    attributes: Object.entries(exportedFields(event)).map(([name, value]) => attribute(`cay.${name}`, value)),
  }
}

function attribute(key: string, value: string | number) {
  return {
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }
}

/** Records that a collector has taken without keeping them; it must not get them again. */
export function readRejected(response: string): number {
  try {
    const body: unknown = JSON.parse(response)
    const found = entryOf(entryOf(body, 'partialSuccess'), 'rejectedLogRecords')
    return Number(found ?? 0) || 0
  } catch {
    // An empty response, or one in another format, says nothing of the kind.
    return 0
  }
}

function entryOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

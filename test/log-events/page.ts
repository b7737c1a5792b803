/** The tables of docs/log-events.md, as packages/kit/src/log-events says. What stands before them is written by hand. */
import type { LogEvent, LogEventTable } from '@cay/kit/log-events/log-event.ts'
import { logEvents } from '@cay/kit/log-events/log-events.ts'

const marker = '<!-- Written by `npm run log-events`: everything below. -->\n'

const titles: Readonly<Record<keyof typeof logEvents, string>> = {
  service: 'Every service',
  control: 'control',
  orchestrator: 'orchestrator',
  proxy: 'proxy',
  egress: 'egress',
  agent: 'agent (only on nodes of a cluster)',
}

/** Keeps the page down to the marker, and writes the rest anew. */
export function renderPage(page: string): string {
  const [head = ''] = page.split(marker)
  return `${head}${marker}${renderTables()}`
}

function renderTables(): string {
  const tables: readonly (readonly [string, LogEventTable])[] = Object.entries(logEvents)
  return tables
    .map(([service, table]) => `\n## ${titles[service as keyof typeof titles]}\n\n${renderTable(table)}`)
    .join('')
}

function renderTable(table: LogEventTable): string {
  const rows = Object.entries(table)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(renderRow)
  return ['| event | level | logged when | what to do |', '|---|---|---|---|', ...rows, ''].join('\n')
}

function renderRow([name, { level, when, action = '' }]: [string, LogEvent]): string {
  return `| \`${name}\` | ${[level].flat().join(', ')} | ${when} | ${action} |`
}

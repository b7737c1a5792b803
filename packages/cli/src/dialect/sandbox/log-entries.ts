/** Pages of the log of a sandbox. */
import { printable } from '@cay/core/terminal-text.ts'
import { fieldIn, listParser, textIn } from '../output/fields.ts'

export interface ShownLogEntry {
  readonly timestamp: string | null
  readonly level: string | null
  readonly message: string
}

export interface LogPage {
  readonly entries: readonly ShownLogEntry[]
  readonly nextCursor: string | null
}

const parseEntries = listParser(
  'log entries',
  (item): ShownLogEntry => ({
    timestamp: textIn(item, 'timestamp'),
    level: textIn(item, 'level'),
    message: textIn(item, 'message') ?? '',
  }),
)

export function parseLogPage(body: unknown): LogPage {
  return { entries: parseEntries(fieldIn(body, 'logs')), nextCursor: textIn(body, 'nextCursor') }
}

/** What a program wrote cannot speak to the terminal. */
export function renderLogEntry({ timestamp, message }: ShownLogEntry): string {
  return `${timestamp ?? '-'} ${message.split('\n').map(printable).join('\n')}`
}

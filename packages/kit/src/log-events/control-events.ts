import type { LogEventTable } from './log-event.ts'

export const controlEvents = {} as const satisfies LogEventTable

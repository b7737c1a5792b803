import type { LogEventTable } from './log-event.ts'

export const proxyEvents = {} as const satisfies LogEventTable

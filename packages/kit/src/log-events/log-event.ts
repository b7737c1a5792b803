/** `silent` is a setting and no level of a line. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** A row of docs/log-events.md. */
export interface LogEvent {
  /** Several where the level of a line depends on what happened. */
  readonly level: LineLevel | readonly LineLevel[]
  /** When it is logged: one sentence or two. */
  readonly when: string
  /** What an operator does about it. Absent where there is nothing to do. */
  readonly action?: string
}

export type LogEventTable = Readonly<Record<string, LogEvent>>

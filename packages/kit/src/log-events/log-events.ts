/**
 * Every event that a service logs, by the service that does: what `event` of a line can be. Types alone need them, so no
 * service loads them. docs/log-events.md shows them (`npm run log-events` writes it).
 */
import { agentEvents } from './agent-events.ts'
import { controlEvents } from './control-events.ts'
import { egressEvents } from './egress-events.ts'
import type { LineLevel, LogEventTable } from './log-event.ts'
import { orchestratorEvents } from './orchestrator-events.ts'
import { proxyEvents } from './proxy-events.ts'
import { serviceEvents } from './service-events.ts'

export const logEvents = {
  service: serviceEvents,
  control: controlEvents,
  orchestrator: orchestratorEvents,
  proxy: proxyEvents,
  egress: egressEvents,
  agent: agentEvents,
} as const

type Tables = typeof logEvents

/** The names that may stand in a line of this level. */
export type LogEventName<Level extends LineLevel> = NamesAt<Tables[keyof Tables], Level>

/** Over each table of the union by itself. */
type NamesAt<Table, Level> = Table extends LogEventTable
  ? { [Name in keyof Table]: Level extends LevelsOf<Table[Name]['level']> ? Name : never }[keyof Table]
  : never

type LevelsOf<Level> = Level extends readonly (infer Each)[] ? Each : Level

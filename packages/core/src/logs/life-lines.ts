/** Log lines of a sandbox about its lifecycle: one for each change of phase that its owner may want to see. */
import { type EndReason, unwantedEnds } from '../sandbox/state.ts'
import type { LogText } from './entry.ts'

export const lifePhases = ['running', 'pausing', 'capturing', 'paused', 'resuming', 'ended'] as const
export type LifePhase = (typeof lifePhases)[number]

type Line = 'created' | 'paused' | 'pauseFailed' | 'resumed' | 'resumeFailed' | 'captured' | 'ended'

const steps = { running: undefined, pausing: undefined, capturing: undefined, resuming: undefined } as const

/** By previous phase (`new` for none) and current phase. */
const lines: Readonly<Record<LifePhase | 'new', Readonly<Record<LifePhase, Line | undefined>>>> = {
  new: { ...steps, running: 'created', paused: 'paused', ended: 'ended' },
  running: { ...steps, paused: 'paused', ended: 'ended' },
  pausing: { ...steps, running: 'pauseFailed', paused: 'paused', ended: 'ended' },
  capturing: { ...steps, running: 'captured', paused: 'paused', ended: 'ended' },
  paused: { ...steps, running: 'resumed', paused: undefined, ended: 'ended' },
  resuming: { ...steps, running: 'resumed', paused: 'resumeFailed', ended: 'ended' },
  ended: { ...steps, running: 'created', paused: undefined, ended: undefined },
}

const texts = {
  created: ['info', 'sandbox created'],
  paused: ['info', 'sandbox paused'],
  pauseFailed: ['warn', 'sandbox could not be paused, it goes on'],
  resumed: ['info', 'sandbox resumed'],
  resumeFailed: ['warn', 'sandbox could not be resumed, it stays paused'],
  captured: ['info', 'sandbox captured for a fork or a snapshot'],
  ended: ['info', 'sandbox ended'],
} as const satisfies Record<Line, readonly [LogText['level'], string]>

export interface LifeChange {
  /** Undefined for a sandbox that was unknown before. */
  readonly before: LifePhase | undefined
  readonly now: LifePhase
  /** Why it ended, or was paused. */
  readonly reason?: EndReason | 'requested'
  readonly fields?: Readonly<Record<string, string>>
}

/** Undefined when the change is not logged. */
export function lifeLine({ before, now, reason, fields = {} }: LifeChange): LogText | undefined {
  const line = lines[before ?? 'new'][now]
  if (line === undefined) return undefined
  const [level, text] = texts[line]
  const why = reason === undefined ? {} : { reason }
  return {
    level: unwantedEnds.some((unwanted) => unwanted === reason) ? 'error' : level,
    message: reason === undefined ? text : `${text}: ${reason.replaceAll('_', ' ')}`,
    fields: { logger: 'sandbox', event: line, ...why, ...fields },
  }
}

/** The process that serves the files of volumes has ended, and the sandbox keeps running. */
export function volumesLostLine(): LogText {
  return {
    level: 'error',
    message:
      'the process that serves the volumes has ended, they give I/O errors: pause the sandbox without memory and resume it',
    fields: { logger: 'sandbox', event: 'volumesLost' },
  }
}

/** Processes were killed because memory was exhausted, and the sandbox keeps running. */
export function memoryLine(processes: number): LogText {
  const who = processes === 1 ? 'a process was' : `${processes} processes were`
  return {
    level: 'warn',
    message: `${who} ended: out of memory`,
    fields: { logger: 'sandbox', event: 'outOfMemory', processes: String(processes) },
  }
}

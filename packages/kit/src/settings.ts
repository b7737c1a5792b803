/**
 * Reads one environment variable. An invalid value is an error with the variable, the value and what is allowed. The variables
 * are in `settings-table.ts`.
 */
export type Environment = Readonly<Record<string, string | undefined>>

export class SettingError extends Error {
  readonly variable: string

  constructor(variable: string, value: string, allowed: string, options: { cause?: unknown } = {}) {
    super(`${variable}=${JSON.stringify(value)} is not valid: ${allowed}`, options)
    this.name = 'SettingError'
    this.variable = variable
  }
}

/** A variable as a record: what it means when it is not set, and what else is allowed. */
export interface Setting<Value, Fallback = Value> {
  readonly fallback: Fallback
  /** For people; completes the sentence `CAY_X="y" is not valid: …`. */
  readonly allowed: string
  /** Undefined for a text that is not allowed. */
  readonly parse: (text: string) => Value | undefined
  /** Its value is never printed. */
  readonly isSecret?: boolean
  /** Of a whole number. */
  readonly range?: { readonly min: number; readonly max: number }
}

/** The value of one variable; unset or empty, its fallback. Throws SettingError. */
export function parseSetting<Value, Fallback>(
  env: Environment,
  variable: string,
  { fallback, allowed, parse, isSecret = false }: Setting<Value, Fallback>,
): Value | Fallback {
  const text = readOptional(env, variable)
  if (text === undefined) return fallback
  const value = parse(text)
  if (value === undefined) throw new SettingError(variable, isSecret ? '(not shown)' : text, allowed)
  return value
}

/** Undefined for an unset or empty variable. */
export function readOptional(env: Environment, variable: string): string | undefined {
  const value = env[variable]
  return value === undefined || value === '' ? undefined : value
}

/**
 * Typed reading of environment variables: each reader names the variable, the value and what is allowed when it refuses.
 * Only a service's `config.ts` calls this.
 */
export type Environment = Readonly<Record<string, string | undefined>>

export class SettingError extends Error {
  constructor(variable: string, value: string, allowed: string) {
    super(`${variable}=${JSON.stringify(value)} is not valid: ${allowed}`)
    this.name = 'SettingError'
  }
}

/** An unset or empty variable takes the default. */
function given(env: Environment, variable: string): string | undefined {
  const value = env[variable]
  return value === undefined || value === '' ? undefined : value
}

export function readText(env: Environment, variable: string, fallback: string): string {
  return given(env, variable) ?? fallback
}

export function readOptional(env: Environment, variable: string): string | undefined {
  return given(env, variable)
}

export function readInteger(
  env: Environment,
  variable: string,
  options: { fallback: number; min: number; max: number },
): number {
  const value = given(env, variable)
  if (value === undefined) return options.fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < options.min || number > options.max) {
    throw new SettingError(variable, value, `a whole number from ${options.min} to ${options.max}`)
  }
  return number
}

export function readChoice<T extends string>(
  env: Environment,
  variable: string,
  options: { fallback: T; choices: readonly T[] },
): T {
  const value = given(env, variable)
  if (value === undefined) return options.fallback
  const choice = options.choices.find((candidate) => candidate === value)
  if (choice === undefined) throw new SettingError(variable, value, `one of ${options.choices.join(', ')}`)
  return choice
}

export function readAbsolutePath(env: Environment, variable: string, fallback: string): string {
  const value = given(env, variable) ?? fallback
  if (!value.startsWith('/')) throw new SettingError(variable, value, 'an absolute path')
  return value.replace(/\/+$/, '') || '/'
}

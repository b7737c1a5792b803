/** The environment of a process in a sandbox. Nothing is inherited but what is put together here. */

import { ServiceError } from '../errors.ts'

export type Variables = Readonly<Record<string, string>>

export interface EnvironmentSources {
  /** The daemon's own search path. */
  readonly path: string
  readonly user: { readonly name: string; readonly home: string }
  /** What the sandbox was created with, and its system variables. */
  readonly sandbox: Variables
  /** What this one request asks for. */
  readonly request: Variables
}

/** Later sources win. Throws `request_invalid` for what no process can be given. */
export function mergeEnvironment(sources: EnvironmentSources): Variables {
  const { name, home } = sources.user
  const merged = {
    PATH: sources.path,
    HOME: home,
    USER: name,
    LOGNAME: name,
    ...sources.sandbox,
    ...sources.request,
  }
  for (const [key, value] of Object.entries(merged)) assertVariable(key, value)
  return merged
}

/** Variables given at create never replace those that say what the sandbox is. */
export function sandboxVariables(given: Variables, system: Variables): Variables {
  return { ...given, ...system }
}

export function environmentBlock(variables: Variables): string[] {
  return Object.entries(variables).map(([key, value]) => `${key}=${value}`)
}

export function assertVariable(key: string, value: string): void {
  if (key === '' || key.includes('=') || key.includes('\0') || value.includes('\0')) {
    throw new ServiceError('request_invalid', `environment variable ${JSON.stringify(key)} cannot be set`)
  }
}

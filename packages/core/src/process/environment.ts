/** The environment of a process in a sandbox. Only these sources contribute; nothing is inherited. */

import { ServiceError } from '../errors.ts'

export type Variables = Readonly<Record<string, string>>

export interface EnvironmentSources {
  /** The daemon's own search path. */
  readonly path: string
  readonly user: { readonly name: string; readonly home: string }
  /** The variables of the create request and the system variables. */
  readonly sandbox: Variables
  /** The variables of this request. */
  readonly request: Variables
}

/** Later sources take precedence. Throws `request_invalid` for a variable that no process can have. */
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

/** Variables of the create request never override those that identify the sandbox. */
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

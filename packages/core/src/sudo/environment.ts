/** The environment variables of a command that `sudo` starts. */

import type { Variables } from '../process/environment.ts'

export interface Person {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  readonly shell: string
}

export interface SudoEnvironmentInput {
  readonly caller: Person
  readonly target: Person
  readonly callerVariables: Variables
  /** The search path that replaces the caller's. */
  readonly securePath: string
  readonly keepsEnvironment: boolean
  readonly keptVariables: readonly string[]
  readonly setsHome: boolean
  readonly isLogin: boolean
  readonly assignments: readonly (readonly [name: string, value: string])[]
  /** The command, for `SUDO_COMMAND`. */
  readonly commandLine: string
}

/** Always preserved: terminal and locale settings. */
const alwaysKept = new Set(
  'COLORS COLORTERM DISPLAY HOSTNAME LANG LANGUAGE LINGUAS LS_COLORS PS1 PS2 TERM TZ XAUTHORITY'.split(' '),
)
/** A login shell preserves less. */
const loginKept = new Set(['COLORTERM', 'DISPLAY', 'LANG', 'LANGUAGE', 'TERM', 'TZ', 'XAUTHORITY'])
const commandLineLengthMax = 4096

export function sudoEnvironment(input: SudoEnvironmentInput): Variables {
  const { caller, target, keepsEnvironment, setsHome } = input
  const kept = Object.entries(input.callerVariables).filter(([name]) => isKept(name, input))
  const keepsHome = !setsHome && (keepsEnvironment || input.keptVariables.includes('HOME'))
  return {
    SHELL: target.shell,
    ...(keepsHome && !input.isLogin ? {} : { HOME: target.home }),
    ...Object.fromEntries(kept.filter(([name]) => name !== 'HOME' || (keepsHome && !input.isLogin))),
    ...(input.keptVariables.includes('PATH') ? {} : { PATH: input.securePath }),
    ...(input.isLogin ? { SHELL: target.shell } : {}),
    USER: target.name,
    LOGNAME: target.name,
    MAIL: `/var/mail/${target.name}`,
    SUDO_COMMAND: input.commandLine.slice(0, commandLineLengthMax),
    SUDO_USER: caller.name,
    SUDO_UID: String(caller.uid),
    SUDO_GID: String(caller.gid),
    ...Object.fromEntries(input.assignments),
  }
}

function isKept(name: string, { isLogin, keepsEnvironment, keptVariables }: SudoEnvironmentInput): boolean {
  if (keptVariables.includes(name)) return true
  if (name.startsWith('SUDO_')) return false
  if (keepsEnvironment) return name !== 'PATH'
  return (isLogin ? loginKept : alwaysKept).has(name) || name.startsWith('LC_')
}

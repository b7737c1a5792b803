/**
 * Resolves one call of `sudo` to a command, from the accounts and sudo rules of the sandbox. A denial becomes a
 * command that prints the reason.
 */

import { environmentBlock } from '@cay/core/process/environment.ts'
import { decideSudo, type SudoStart } from '@cay/core/sudo/decide-sudo.ts'
import type { Command } from '../../ports/process.ts'
import type { SudoCaller, SudoCommand, SudoRules } from '../../ports/sudo.ts'
import type { User, UserDirectory } from '../../ports/user.ts'

export interface SudoDeps {
  readonly users: UserDirectory
  readonly sudoRules: SudoRules
  readonly findProgram: (command: string, searchPath: string) => string | undefined
  readonly mayWorkIn: (directory: string, user: User) => boolean
  readonly hostname: () => string
  readonly searchPath: string
}

export function resolveSudo(deps: SudoDeps, from: SudoCaller): SudoCommand {
  const { users } = deps
  const caller = userWithId(users, from.uid)
  const decision = decideSudo({
    argv: from.argv,
    variables: from.variables,
    workingDirectory: from.workingDirectory,
    caller,
    groupNames: caller.groups.map((group) => users.groupName(group)),
    hostname: deps.hostname(),
    sudoers: deps.sudoRules.text(),
    securePath: deps.searchPath,
    findPerson: (name) => findUser(users, name),
    findProgram: deps.findProgram,
  })
  if (decision.kind === 'start') return startOf(deps, decision.start, from)
  const { text, toError, status } = decision
  return { command: outputCommand(deps, caller, { text, toError, status }), isBackground: false }
}

/** Returns a command that prints why the requested command could not be started. */
export function explainSudo(deps: SudoDeps, from: SudoCaller, reason: string): SudoCommand {
  const caller = userWithId(deps.users, from.uid)
  const text = `sudo: ${reason}`
  return { command: outputCommand(deps, caller, { text, toError: true, status: 1 }), isBackground: false }
}

function startOf(deps: SudoDeps, start: SudoStart, from: SudoCaller): SudoCommand {
  const { users, searchPath } = deps
  const { target, program, name, args, variables, isBackground } = start
  const user = userWithId(users, target.uid)
  // A directory that the caller requested must be accessible; a directory that is merely the caller's current one may
  // be inaccessible to the target user.
  const isClosed =
    start.workingDirectory === from.workingDirectory && !deps.mayWorkIn(from.workingDirectory, user)
  const command: Command = {
    command: program,
    name,
    args,
    environment: environmentBlock(variables),
    searchPath,
    workingDirectory: isClosed ? '/' : start.workingDirectory,
    user,
  }
  return { command, isBackground }
}

interface Saying {
  readonly text: string
  readonly toError: boolean
  readonly status: number
}

/**
 * A process with the caller's ids prints the text: the daemon itself must never block on a pipe of another process.
 */
function outputCommand({ searchPath }: SudoDeps, user: User, { text, toError, status }: Saying): Command {
  const script = `[ -z "$1" ] || printf '%s\\n' "$1"${toError ? ' >&2' : ''}; exit "$2"`
  return {
    command: '/bin/sh',
    args: ['-c', script, 'sudo', text, String(status)],
    environment: [`PATH=${searchPath}`],
    searchPath,
    workingDirectory: '/',
    user,
  }
}

function findUser(users: UserDirectory, name: string): User | undefined {
  if (!name.startsWith('#')) return users.find(name)
  const uid = Number(name.slice(1))
  return /^#\d{1,10}$/.test(name) && uid < 0xffffffff ? userWithId(users, uid) : undefined
}

/** A uid that no account has is still a valid user. */
function userWithId(users: UserDirectory, uid: number): User {
  const name = users.userName(uid)
  return users.find(name) ?? { name: `#${uid}`, uid, gid: uid, groups: [uid], home: '/', shell: '/bin/sh' }
}

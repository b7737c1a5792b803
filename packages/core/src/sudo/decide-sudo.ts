/** Decides the outcome of a `sudo` call: a command to start, or a text and an exit status. */

import { parseSudoArguments, type SudoRun } from './arguments.ts'
import { type Person, sudoEnvironment } from './environment.ts'
import { type Asking, mayBecomeOthers } from './rights.ts'

export interface SudoFacts {
  /** Includes the program's own name first. */
  readonly argv: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly caller: Person
  readonly groupNames: readonly string[]
  readonly hostname: string
  readonly sudoers: string
  readonly securePath: string
  /** By name, or `#` and a number. */
  findPerson(name: string): Person | undefined
  /** Resolves a command to the path of a program; undefined when there is none. */
  findProgram(command: string, searchPath: string): string | undefined
}

export type SudoDecision =
  | { readonly kind: 'start'; readonly start: SudoStart }
  | { readonly kind: 'say'; readonly text: string; readonly toError: boolean; readonly status: number }

export interface SudoStart {
  readonly target: Person
  readonly program: string
  /** The first element of argv. */
  readonly name: string
  readonly args: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly isBackground: boolean
}

const usage = [
  'usage: sudo [-EHinsb] [-u USER] [-D DIRECTORY] [--preserve-env=LIST] [VAR=VALUE] [COMMAND [ARG]...]',
  '       sudo -l [COMMAND] | -v | -k | -V',
].join('\n')

export function decideSudo(facts: SudoFacts): SudoDecision {
  const request = parseSudoArguments(facts.argv.slice(1))
  const { caller, hostname } = facts
  if (request.kind === 'refused') return fail(`sudo: ${request.reason}`)
  if (request.kind === 'usage') return fail(usage)
  if (request.kind === 'version') return say('sudo of the sandbox: its daemon starts the command')
  const asking: Asking = { uid: caller.uid, name: caller.name, groupNames: facts.groupNames }
  if (!mayBecomeOthers(facts.sudoers, asking)) {
    return fail(
      `sudo: ${caller.name} may not run commands as somebody else: no rule in /etc/sudoers allows it without a password`,
    )
  }
  switch (request.kind) {
    case 'validate':
      return { kind: 'say', text: '', toError: false, status: 0 }
    case 'list':
      return request.command === undefined
        ? say(
            `User ${caller.name} may run the following commands on ${hostname}:\n    (ALL : ALL) NOPASSWD: ALL`,
          )
        : listOne(facts, request.command)
    case 'run':
      return decideRun(facts, request.run)
  }
}

function listOne({ findProgram, securePath }: SudoFacts, command: string): SudoDecision {
  const program = findProgram(command, securePath)
  return program === undefined ? fail(`sudo: ${command}: command not found`) : say(program)
}

function decideRun(facts: SudoFacts, run: SudoRun): SudoDecision {
  const { caller, variables: callerVariables, securePath } = facts
  const target = facts.findPerson(run.user)
  if (target === undefined) return fail(`sudo: unknown user ${run.user}`)
  const [name, ...args] = run.shell === 'none' ? run.command : shellCommand(facts, run, target)
  if (name === undefined || name === '') return fail(usage)
  const isLogin = run.shell === 'login'
  const variables = sudoEnvironment({
    ...run,
    caller,
    target,
    callerVariables,
    securePath,
    isLogin,
    commandLine: [name, ...args].join(' '),
  })
  const program = facts.findProgram(name, variables.PATH ?? securePath)
  if (program === undefined) return fail(`sudo: ${name}: command not found`)
  return {
    kind: 'start',
    start: {
      target,
      program,
      name: isLogin ? `-${name.slice(name.lastIndexOf('/') + 1)}` : name,
      args,
      variables,
      workingDirectory: run.directory ?? (isLogin ? target.home : facts.workingDirectory),
      isBackground: run.isBackground,
    },
  }
}

/** Joins the words of the command to one text for the shell, each of them quoted. */
function shellCommand({ variables }: SudoFacts, { shell, command }: SudoRun, target: Person): string[] {
  const program = (shell === 'shell' ? variables.SHELL : undefined) || target.shell
  if (command.length === 0) return [program]
  const text = command.map((word) =>
    word.replace(/[^\w\-$]/g, (sign) => (sign === '\n' ? "'\n'" : `\\${sign}`)),
  )
  return [program, '-c', text.join(' ')]
}

function say(text: string): SudoDecision {
  return { kind: 'say', text, toError: false, status: 0 }
}

function fail(text: string): SudoDecision {
  return { kind: 'say', text, toError: true, status: 1 }
}

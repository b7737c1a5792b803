/** What may stand where the cursor is, of what the table of commands says. What only the service knows has a source. */
import type { Command, Option } from 'commander'

export interface Candidate {
  readonly value: string
  readonly description: string
}

/** Things whose names complete an argument. */
export type CandidateSource =
  | 'sandboxes'
  | 'templates'
  | 'volumes'
  | 'nodes'
  | 'webhooks'
  | 'keys'
  | 'secrets'
  | 'profiles'

export type Completion =
  | { readonly kind: 'words'; readonly candidates: readonly Candidate[] }
  | {
      readonly kind: 'source'
      readonly source: CandidateSource
      /** The profile that the words name. */
      readonly profile: string | undefined
    }

/** `words` are those behind `cay`; the last one is being typed, and may be empty. */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const position = walk(program, before)
  const { command, argumentsBefore, pending } = position
  const profile = profileIn(before)
  if (pending !== undefined) return completeValue(pending, profile)
  if (typed.startsWith('-')) return { kind: 'words', candidates: optionsOf(command) }
  const below = command.commands.filter((each) => !isHidden(each))
  if (below.length > 0 && argumentsBefore === 0) return { kind: 'words', candidates: below.map(candidateOf) }
  return completeArgument(position, profile)
}

/** It stands before the command. */
function profileIn([first = '', second]: readonly string[]): string | undefined {
  if (first === '--profile') return second
  return first.startsWith('--profile=') ? first.slice('--profile='.length) : undefined
}

interface Position {
  readonly command: Command
  /** Names down to it. */
  readonly path: readonly string[]
  readonly argumentsBefore: number
  /** An option whose value is being typed. */
  readonly pending: Option | undefined
}

function walk(program: Command, words: readonly string[]): Position {
  let command = program
  const path: string[] = []
  let argumentsBefore = 0
  let pending: Option | undefined
  for (const word of words) {
    if (pending !== undefined) pending = undefined
    else if (word.startsWith('-')) {
      const option = command.options.find((each) => each.short === word || each.long === word)
      pending = option !== undefined && (option.required || option.optional) ? option : undefined
    } else {
      const next =
        argumentsBefore === 0
          ? command.commands.find((each) => [each.name(), ...each.aliases()].includes(word))
          : undefined
      if (next === undefined) argumentsBefore++
      else {
        command = next
        path.push(next.name())
      }
    }
  }
  return { command, path, argumentsBefore, pending }
}

function completeValue({ argChoices, long }: Option, profile: string | undefined): Completion {
  if (long === '--profile') return { kind: 'source', source: 'profiles', profile }
  if (long === '--volume') return { kind: 'source', source: 'volumes', profile }
  return { kind: 'words', candidates: plain(argChoices ?? []) }
}

function completeArgument(
  { command, path, argumentsBefore: before }: Position,
  profile: string | undefined,
): Completion {
  const args = command.registeredArguments
  const argument = args[before] ?? (args.at(-1)?.variadic === true ? args.at(-1) : undefined)
  if (argument === undefined) return { kind: 'words', candidates: [] }
  if (argument.argChoices !== undefined) return { kind: 'words', candidates: plain(argument.argChoices) }
  const source = sourceOf(path, argument.name())
  return source === undefined ? { kind: 'words', candidates: [] } : { kind: 'source', source, profile }
}

function sourceOf([group = '', verb = '']: readonly string[], argument: string): CandidateSource | undefined {
  if (argument === 'template') return 'templates'
  if (group === 'sandbox')
    return ['id', 'ids', 'from', 'to', 'host'].includes(argument) ? 'sandboxes' : undefined
  if (group === 'template') return ['name', 'names'].includes(argument) ? 'templates' : undefined
  if (group === 'volume') return ['volumes', 'path', 'from', 'to'].includes(argument) ? 'volumes' : undefined
  if (group === 'secret') return verb === 'create' ? undefined : 'secrets'
  if (group === 'profile') return verb === 'add' ? undefined : 'profiles'
  const byId = { node: 'nodes', webhook: 'webhooks', key: 'keys' } as const
  return argument === 'id' && group in byId ? byId[group as keyof typeof byId] : undefined
}

function optionsOf(command: Command): Candidate[] {
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }))
  return [...options, { value: '--help', description: 'print help and exit' }]
}

const candidateOf = (command: Command): Candidate => ({
  value: command.name(),
  description: (command.summary() || command.description()).replace(/\.( .*|$)/s, ''),
})

const plain = (values: readonly string[]) => values.map((value) => ({ value, description: '' }))

/** commander shows no reader for it. */
function isHidden(command: Command): boolean {
  return command.name().startsWith('__')
}

/**
 * Parses the command line of `sudo`. Options have the same meaning as in sudo; those that make no sense in a sandbox
 * are rejected with an error message.
 */

export type SudoRequest =
  | { readonly kind: 'run'; readonly run: SudoRun }
  /** Prints text instead of running a command. */
  | { readonly kind: 'version' | 'usage' | 'validate' }
  | { readonly kind: 'list'; readonly command: string | undefined }
  | { readonly kind: 'refused'; readonly reason: string }

export interface SudoRun {
  /** A name, or `#` and a number. */
  readonly user: string
  readonly shell: 'none' | 'shell' | 'login'
  readonly keepsEnvironment: boolean
  /** Names of variables to preserve. */
  readonly keptVariables: readonly string[]
  readonly setsHome: boolean
  readonly isBackground: boolean
  readonly directory: string | undefined
  /** `NAME=value` before the command. */
  readonly assignments: readonly (readonly [name: string, value: string])[]
  readonly command: readonly string[]
}

/** Option letters; those of the second table take a value. */
const flags = {
  A: 'ignore',
  b: 'background',
  B: 'ignore',
  E: 'environment',
  h: 'usage',
  H: 'home',
  i: 'login',
  k: 'forget',
  K: 'forget',
  l: 'list',
  n: 'ignore',
  N: 'ignore',
  P: 'ignore',
  s: 'shell',
  S: 'ignore',
  v: 'validate',
  V: 'version',
} as const
const valued = { C: 'ignored value', D: 'directory', p: 'ignored value', u: 'user' } as const

type Flag = (typeof flags)[keyof typeof flags]
type Valued = (typeof valued)[keyof typeof valued]

const longFlags: Readonly<Record<string, Flag>> = {
  askpass: 'ignore',
  background: 'background',
  bell: 'ignore',
  'preserve-env': 'environment',
  'set-home': 'home',
  help: 'usage',
  login: 'login',
  'reset-timestamp': 'forget',
  'remove-timestamp': 'forget',
  list: 'list',
  'non-interactive': 'ignore',
  'no-update': 'ignore',
  'preserve-groups': 'ignore',
  shell: 'shell',
  stdin: 'ignore',
  validate: 'validate',
  version: 'version',
}
const longValued: Readonly<Record<string, Valued | 'kept variables'>> = {
  chdir: 'directory',
  'close-from': 'ignored value',
  prompt: 'ignored value',
  'preserve-env': 'kept variables',
  user: 'user',
}

type Given =
  | { readonly kind: Flag }
  | { readonly kind: Valued | 'kept variables'; readonly value: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** `words` are the arguments without the program's own name. */
export function parseSudoArguments(words: readonly string[]): SudoRequest {
  const { given, rest } = takeOptions(words)
  const refused = given.find((option) => option.kind === 'refused')
  if (refused !== undefined) return refused
  const has = (kind: Flag) => given.some((option) => option.kind === kind)
  const values = (kind: Given['kind']) =>
    given.flatMap((option) => (option.kind === kind && 'value' in option ? [option.value] : []))
  const shell = has('login') ? 'login' : has('shell') ? 'shell' : 'none'
  const { assignments, command } = takeAssignments(rest)
  if (has('usage') || has('version')) return { kind: has('version') ? 'version' : 'usage' }
  if (has('list')) return { kind: 'list', command: command[0] }
  if (has('validate')) return { kind: 'validate' }
  if (command.length === 0 && shell === 'none') return { kind: has('forget') ? 'validate' : 'usage' }
  return {
    kind: 'run',
    run: {
      user: values('user').at(-1) ?? 'root',
      shell,
      keepsEnvironment: has('environment'),
      keptVariables: values('kept variables').flatMap((list) => list.split(',')),
      setsHome: has('home'),
      isBackground: has('background'),
      directory: values('directory').at(-1),
      assignments,
      command,
    },
  }
}

function takeOptions(words: readonly string[]): { given: Given[]; rest: readonly string[] } {
  const given: Given[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { given, rest: words.slice(at + 1) }
    if (!word.startsWith('-') || word === '-') return { given, rest: words.slice(at) }
    const { options, tookNext } = word.startsWith('--')
      ? longOption(word.slice(2), words[at + 1])
      : shortOptions(word.slice(1), words[at + 1])
    given.push(...options)
    if (tookNext) at += 1
  }
  return { given, rest: [] }
}

function longOption(text: string, next: string | undefined): { options: Given[]; tookNext: boolean } {
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const value = equals < 0 ? undefined : text.slice(equals + 1)
  const flag = own(longFlags, name)
  if (value === undefined && flag !== undefined) return { options: [{ kind: flag }], tookNext: false }
  const kind = own(longValued, name)
  if (kind === undefined) return { options: [unsupported(`--${name}`)], tookNext: false }
  if (value !== undefined) return { options: [{ kind, value }], tookNext: false }
  return { options: [withNext(kind, `--${name}`, next)], tookNext: true }
}

function shortOptions(letters: string, next: string | undefined): { options: Given[]; tookNext: boolean } {
  const options: Given[] = []
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at)
    const flag = own<Flag>(flags, letter)
    const kind = own<Valued>(valued, letter)
    const value = letters.slice(at + 1)
    if (flag !== undefined) options.push({ kind: flag })
    else if (kind === undefined) return { options: [...options, unsupported(`-${letter}`)], tookNext: false }
    else if (value !== '') return { options: [...options, { kind, value }], tookNext: false }
    else return { options: [...options, withNext(kind, `-${letter}`, next)], tookNext: true }
  }
  return { options, tookNext: false }
}

function withNext(kind: Valued | 'kept variables', option: string, next: string | undefined): Given {
  if (next !== undefined) return { kind, value: next }
  return { kind: 'refused', reason: `option '${option}' requires an argument` }
}

function unsupported(option: string): Given {
  return { kind: 'refused', reason: `option '${option}' is not supported in a sandbox` }
}

function takeAssignments(words: readonly string[]) {
  const count = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const end = count < 0 ? words.length : count
  const assignments = words.slice(0, end).map((word) => {
    const equals = word.indexOf('=')
    return [word.slice(0, equals), word.slice(equals + 1)] as const
  })
  return { assignments, command: words.slice(end) }
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

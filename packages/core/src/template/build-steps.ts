/** Translates the steps of a template from the wire to what the builder executes. */
import { ServiceError } from '../errors.ts'

/** A step as in the request. */
export interface StepSpec {
  readonly type: string
  readonly args: readonly string[]
  /** Empty for steps without files. */
  readonly filesHash: string
  /** Bypasses the cache for this step and all later ones. */
  readonly force: boolean
}

export type BuildStep =
  | { readonly kind: 'run'; readonly command: string; readonly user: string | undefined }
  | {
      readonly kind: 'copy'
      readonly source: string
      readonly destination: string
      /** `USER[:GROUP]`; empty: the current user of the steps. */
      readonly owner: string
      readonly mode: number | undefined
      readonly filesHash: string
    }
  | { readonly kind: 'user'; readonly name: string; readonly mayBecomeRoot: boolean }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'variables'; readonly pairs: readonly (readonly [name: string, value: string])[] }

/** State that steps pass to later steps, to the start command, and in part to sandboxes. */
export interface BuildContext {
  readonly user: string
  /** Undefined: the user's home. */
  readonly workdir: string | undefined
  readonly variables: Readonly<Record<string, string>>
}

/** Throws request_invalid with a message for the step's author. */
export function parseStep({ type, args, filesHash }: StepSpec): BuildStep {
  const [first = '', second = '', third = '', fourth = ''] = args
  if (args.some((arg) => arg.includes('\0'))) throw wrong(`${type.toUpperCase()} has a NUL among its words`)
  switch (type.toUpperCase()) {
    case 'RUN':
      if (first === '') throw wrong('RUN needs a command')
      return { kind: 'run', command: first, user: second === '' ? undefined : second }
    case 'COPY':
    case 'ADD':
      if (first === '' || second === '') throw wrong(`${type.toUpperCase()} needs a source and a destination`)
      if (!isFilesHash(filesHash)) throw wrong(`${type.toUpperCase()} needs the hash of its files`)
      return {
        kind: 'copy',
        source: first,
        destination: second,
        owner: third,
        mode: parseMode(fourth),
        filesHash,
      }
    case 'USER':
      if (first === '') throw wrong('USER needs a name')
      return { kind: 'user', name: first, mayBecomeRoot: second === 'true' }
    case 'WORKDIR':
      if (first === '') throw wrong('WORKDIR needs a path')
      return { kind: 'workdir', path: first }
    case 'ENV':
    case 'ARG':
      return { kind: 'variables', pairs: parsePairs(type.toUpperCase(), args) }
    default:
      throw wrong(`command type ${type} is not implemented`)
  }
}

/** Lower-case hexadecimal SHA-256: nothing else may become part of a path. */
export function isFilesHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

function parseMode(text: string): number | undefined {
  if (text === '') return undefined
  if (!/^[0-7]{1,4}$/.test(text)) throw wrong(`'${text}' is no mode: it must be octal, for example 0755`)
  return Number.parseInt(text, 8)
}

function parsePairs(type: string, args: readonly string[]): [string, string][] {
  if (args.length === 0 || args.length % 2 !== 0) throw wrong(`${type} needs pairs of a name and a value`)
  const pairs: [string, string][] = []
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value = ''] = args.slice(index, index + 2)
    if (name === '' || name.includes('=')) throw wrong(`'${name}' cannot be the name of a variable`)
    pairs.push([name, value])
  }
  return pairs
}

/** The text of the step in the log. */
export function describeStep({ type, args }: StepSpec): string {
  return [type.toUpperCase(), ...args.filter((arg) => arg !== '')].join(' ')
}

/** Joined to the current working directory, without `.` and `..`. */
export function resolveWorkdir(path: string, { workdir }: BuildContext): string {
  const from = path.startsWith('/') ? '' : (workdir ?? '')
  const names: string[] = []
  for (const name of `${from}/${path}`.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}

const standardPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The variables of a command; when they set PATH, the standard directories are appended to it. */
export function commandVariables({ variables }: BuildContext): Readonly<Record<string, string>> {
  const { PATH } = variables
  return PATH === undefined ? variables : { ...variables, PATH: `${PATH}:${standardPath}` }
}

/**
 * Returns a shell command that prints the values, each followed by a NUL, with `$NAME` and `${NAME}` expanded as in a
 * login shell. All other text stays literal.
 */
export function expansionCommand(values: readonly string[]): string {
  return `printf '%s\\0' ${values.map(quoteForExpansion).join(' ')}`
}

export function needsExpansion(value: string): boolean {
  return value.includes('$')
}

function quoteForExpansion(value: string): string {
  const quoted = value
    .replace(/[\\"`]/g, '\\$&')
    .replace(/\$(?!([A-Za-z_]|\{[A-Za-z_][A-Za-z0-9_]*\}))/g, '\\$$')
  return `"${quoted}"`
}

function wrong(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}

/** COPY and ADD: moves unpacked files to the destination of the step, with its owner. */
import {
  chmodSync,
  cpSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { StepFailure } from './step-failure.ts'

export interface CopyOptions {
  /** Directory of the unpacked archive. */
  readonly unpacked: string
  /** As the step has it, relative to the archive's root; may hold a pattern. */
  readonly source: string
  /** Absolute; a slash at its end means a directory. */
  readonly destination: string
  readonly uid: number
  readonly gid: number
  /** Absent: as in the archive. */
  readonly mode?: number
}

/** Throws StepFailure. */
export function copyStep(options: CopyOptions): void {
  if (options.source.split('/').includes('..'))
    throw new StepFailure(`"${options.source}" leads out of the files that were uploaded`)
  const source = `${options.unpacked}/${withoutPattern(options.source)}`.replace(/\/+$/, '')
  const found = lstatSync(source, { throwIfNoEntry: false })
  if (found === undefined)
    throw new StepFailure(`"${options.source}" is not among the files that were uploaded`)
  if (found.isDirectory()) {
    own(source, options)
    mergeInto(source, options.destination.replace(/(.)\/+$/, '$1'))
    return
  }
  lchownSync(source, options.uid, options.gid)
  if (!found.isSymbolicLink() && options.mode !== undefined) chmodSync(source, options.mode)
  placeFile(source, options)
}

/** The part of a path before its first pattern; the whole of it when it has none. */
export function withoutPattern(path: string): string {
  const names = path.split('/')
  const first = names.findIndex((name) => /[*?[\]{}!]/.test(name))
  return (first < 0 ? names : names.slice(0, first)).filter((name) => name !== '.' && name !== '').join('/')
}

function placeFile(source: string, { source: pattern, destination }: CopyOptions): void {
  const name = basename(withoutPattern(pattern))
  if (destination.endsWith('/')) {
    mkdirSync(destination, { recursive: true })
    move(source, `${destination}${name}`)
    return
  }
  mkdirSync(dirname(destination), { recursive: true })
  const present = statSync(destination, { throwIfNoEntry: false })
  move(source, present?.isDirectory() === true ? `${destination}/${name}` : destination)
}

/** All of the tree, links themselves and not what they lead to. */
function own(path: string, options: CopyOptions): void {
  const found = lstatSync(path)
  lchownSync(path, options.uid, options.gid)
  if (found.isSymbolicLink()) return
  if (options.mode !== undefined) chmodSync(path, options.mode)
  if (found.isDirectory()) for (const name of readdirSync(path)) own(`${path}/${name}`, options)
}

/** A directory that is there keeps its owner and mode; what has the same name is replaced. */
function mergeInto(source: string, destination: string): void {
  const present = statSync(destination, { throwIfNoEntry: false })
  if (present === undefined) {
    mkdirSync(dirname(destination), { recursive: true })
    move(source, destination)
    return
  }
  if (!present.isDirectory())
    throw new StepFailure(`"${destination}" is a file: a directory cannot be copied onto it`)
  for (const name of readdirSync(source)) {
    const [from, to] = [`${source}/${name}`, `${destination}/${name}`]
    if (lstatSync(from).isDirectory()) mergeInto(from, to)
    else move(from, to)
  }
}

function move(from: string, to: string): void {
  const present = lstatSync(to, { throwIfNoEntry: false })
  if (present?.isDirectory() === true && !lstatSync(from).isDirectory())
    throw new StepFailure(`"${to}" is a directory: a file cannot be copied onto it`)
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    rmSync(from, { recursive: true })
  }
}

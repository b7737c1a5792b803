/**
 * Copies files between this machine and a volume or a sandbox, directories with all that is below. Links below a directory are left out
 * and named. The remote side decides nothing about this machine: what it names lies below the target, no link is followed there, and a
 * budget bounds how much it sends.
 */
import { basename, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { whyNotEntryName } from '@cay/core/files/entry-name.ts'
import { printable } from '@cay/core/terminal-text.ts'
import type { FileLocation, RemotePath } from '../../dialect/files/file-location.ts'
import type { LocalEntry, LocalFiles } from '../../ports/local-files.ts'
import type { RemoteEntry, RemoteFiles } from '../../ports/remote-files.ts'
import { CopyBudget, spaceFor } from './copy-budget.ts'

/** Takes the name or id. */
export type OpenRemote<Entry extends RemoteEntry = RemoteEntry> = (
  name: string,
) => Promise<RemoteFiles<Entry>>

export interface CopyDeps {
  /** What the remote files are in. */
  readonly noun: 'volume' | 'sandbox'
  readonly open: OpenRemote
  readonly local: LocalFiles
  readonly input: Readable
  /** Writes all of it to the standard output. */
  readonly output: (body: Readable) => Promise<void>
  readonly warn: (line: string) => void
}

/** A file goes into a directory under its own name, and else to the given path. Existing files are replaced. */
export async function copyFiles(deps: CopyDeps, from: FileLocation, to: FileLocation): Promise<void> {
  if (to.kind === 'remote' && from.kind !== 'remote') await upload(deps, from, to)
  else if (from.kind === 'remote' && to.kind !== 'remote') await download(deps, from, to)
  else
    throw new Error(
      `one of the two places must be in a ${deps.noun}, as ${deps.noun.toUpperCase()}:PATH, and the other one not`,
    )
}

async function upload(
  { open, local, input, warn }: CopyDeps,
  from: Exclude<FileLocation, RemotePath>,
  { name, path }: RemotePath,
): Promise<void> {
  const content = await open(name)
  const isInto = path.endsWith('/') || (await content.find(path))?.type === 'directory'
  if (from.kind === 'stream') {
    if (isInto) throw new Error(`"${name}:${path}" is a directory: give the file a name`)
    return await content.write(path, input, fileMode)
  }
  const target = isInto ? posix.join(path, nameOf(from.path)) : path
  await uploadEntry({ content, local, warn }, await local.find(from.path), target)
}

/** Every user of a sandbox may write what came from outside, as what the API writes. */
const fileMode = 0o666

interface Transfer extends Pick<CopyDeps, 'local' | 'warn'> {
  readonly content: RemoteFiles
}

interface Download extends Transfer {
  readonly noun: CopyDeps['noun']
  readonly budget: CopyBudget
}

async function uploadEntry(transfer: Transfer, entry: LocalEntry, target: string): Promise<void> {
  const { content, local, warn } = transfer
  if (entry.type === 'file')
    return await content.write(target, local.read(entry.path), fileMode | entry.executableBits)
  if (entry.type !== 'directory')
    return warn(`left out "${entry.path}": it is neither a file nor a directory`)
  await content.makeDirectory(target)
  for await (const below of local.list(entry.path))
    await uploadEntry(transfer, below, posix.join(target, basename(below.path)))
}

async function download(
  { open, local, output, warn, noun }: CopyDeps,
  { name, path }: RemotePath,
  to: Exclude<FileLocation, RemotePath>,
): Promise<void> {
  const content = await open(name)
  const entry = await content.find(path)
  if (entry === undefined) throw new Error(`${noun} "${name}" has no "${path}"`)
  if (to.kind === 'stream') {
    if (entry.type === 'directory')
      throw new Error(`"${name}:${path}" is a directory, which is no stream of bytes`)
    return await output(await content.read(path))
  }
  const own = (await local.isDirectory(to.path)) ? nameOf(path) : ''
  const target = own === '' ? to.path : posix.join(to.path, own)
  const budget = new CopyBudget(spaceFor(await local.freeBytes(to.path)))
  const transfer = { content, local, warn, noun, budget }
  // A link that the user names is followed on the other side, whose root it cannot leave.
  if (entry.type !== 'directory') return await downloadFile(transfer, { ...entry, path }, target)
  await local.makeDirectory(to.path)
  if (own !== '') await local.makeDirectoryIn(target)
  await downloadBelow(transfer, { path, target, depth: 0 })
}

interface Directory {
  readonly path: string
  /** Exists, and is not a link unless the user named it. */
  readonly target: string
  readonly depth: number
}

async function downloadBelow(transfer: Download, { path, target, depth }: Directory): Promise<void> {
  const { content, local, warn, budget } = transfer
  const entries = await content.list(path)
  budget.takeListing(path, { depth, entries: entries.length })
  for (const entry of entries) {
    const name = entryName(transfer, entry, path)
    const below = { path: posix.join(path, name), target: posix.join(target, name), depth: depth + 1 }
    if (entry.type === 'file') await downloadFile(transfer, { ...entry, path: below.path }, below.target)
    else if (entry.type === 'directory') {
      await local.makeDirectoryIn(below.target)
      await downloadBelow(transfer, below)
    } else warn(`left out "${printable(below.path)}": it is neither a file nor a directory`)
  }
}

async function downloadFile(
  { content, local, budget }: Download,
  { path, type, size, mode }: RemoteEntry,
  target: string,
): Promise<void> {
  // The size of a link is its own.
  const body = budget.takeFile(await content.read(path), { path, size: type === 'file' ? size : null })
  await local.write(target, body, (mode ?? 0) & 0o111)
}

/** A file system has no name that is refused here. */
function entryName({ noun }: Download, { name }: RemoteEntry, path: string): string {
  const why = whyNotEntryName(name)
  if (why === undefined) return name
  const shown = printable(name.slice(0, shownLengthMax))
  throw new Error(
    `the ${noun} lists "${shown}" in "${printable(path)}", which cannot be the name of a file: ${why}`,
  )
}

const shownLengthMax = 100

/** Empty for what has no name of its own, so that its entries go into the target: `.` and the top of a volume. */
function nameOf(path: string): string {
  const name = posix.basename(path)
  return name === '.' || name === '..' ? '' : name
}

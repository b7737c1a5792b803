/**
 * Copies files between this machine and a volume or a sandbox, directories with all that is below. Links below a directory are left out
 * and named: what a sandbox wrote decides nothing about this machine.
 */
import { basename, posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileLocation, RemotePath } from '../../dialect/files/file-location.ts'
import type { LocalEntry, LocalFiles } from '../../ports/local-files.ts'
import type { RemoteEntry, RemoteFiles } from '../../ports/remote-files.ts'

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
  const target = (await local.isDirectory(to.path)) ? posix.join(to.path, nameOf(path)) : to.path
  // A link that the user names is followed on the other side, whose root it cannot leave.
  await downloadEntry(
    { content, local, warn },
    { path, isDirectory: entry.type === 'directory', mode: entry.mode ?? 0 },
    target,
  )
}

interface Source {
  readonly path: string
  readonly isDirectory: boolean
  readonly mode: number
}

async function downloadEntry(transfer: Transfer, source: Source, target: string): Promise<void> {
  const { content, local, warn } = transfer
  const { path, isDirectory, mode } = source
  if (!isDirectory) return await local.write(target, await content.read(path), mode & 0o111)
  await local.makeDirectory(target)
  for (const { name, type, mode } of await content.list(path)) {
    const below = posix.join(path, name)
    if (type === 'file' || type === 'directory')
      await downloadEntry(
        transfer,
        { path: below, isDirectory: type === 'directory', mode: mode ?? 0 },
        posix.join(target, name),
      )
    else warn(`left out "${below}": it is neither a file nor a directory`)
  }
}

/** Empty for what has no name of its own, so that its entries go into the target: `.` and the top of a volume. */
function nameOf(path: string): string {
  const name = posix.basename(path)
  return name === '.' || name === '..' ? '' : name
}

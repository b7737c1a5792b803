/**
 * Seals the daemon of a final image: its files belong to root, have their own inodes and are writable for nobody else,
 * whatever layers, steps and links of a template did to `/.cay`, because pid 1 of every sandbox runs them.
 */
import {
  type Attributes,
  type Directory,
  type Entry,
  makeDirectory,
  type RegularFile,
} from '../../dialect/tree/tree.ts'
import { provisionLayer } from './file-access.ts'

const daemonName = '.cay'
const directoryMode = 0o755
const programMode = 0o755
const fileMode = 0o644
const executableBits = 0o111
const writableByOthersBits = 0o022

/** What `/.cay` held at one moment. */
export interface DaemonFiles {
  readonly attributes: Attributes
  readonly entries: ReadonlyMap<string, DaemonFiles | RegularFile>
}

/** Links and special files below `/.cay` are none of the daemon's. A link in place of the directory is not followed. */
export function findDaemon(root: Directory | undefined): DaemonFiles | undefined {
  const found = root?.entries.get(daemonName)
  return found?.kind === 'directory' ? recordOf(found) : undefined
}

/**
 * The last change of a final tree. Contents stay shared with former hard links, and the inode does not. The root directory
 * loses its group and world write bits, which would allow renaming `/.cay`.
 */
export function sealDaemon(root: Directory, daemon: DaemonFiles | undefined): void {
  const { mode } = root.attributes
  root.attributes = { ...root.attributes, mode: mode & ~writableByOthersBits, uid: 0, gid: 0 }
  root.entries.delete(daemonName)
  if (daemon !== undefined) root.entries.set(daemonName, directoryOf(daemon))
}

function recordOf(directory: Directory): DaemonFiles {
  const entries = [...directory.entries].flatMap(([name, entry]): [string, DaemonFiles | RegularFile][] => {
    const kept = keptOf(entry)
    return kept === undefined ? [] : [[name, kept]]
  })
  return { attributes: directory.attributes, entries: new Map(entries) }
}

function keptOf(entry: Entry): DaemonFiles | RegularFile | undefined {
  if (entry.kind === 'directory') return recordOf(entry)
  return entry.kind === 'file' ? entry : undefined
}

function directoryOf({ attributes, entries }: DaemonFiles): Directory {
  const made = makeDirectory(provisionLayer, ownedByRoot(attributes, directoryMode))
  for (const [name, kept] of entries)
    made.entries.set(name, 'entries' in kept ? directoryOf(kept) : fileOf(kept))
  return made
}

function fileOf(file: RegularFile): RegularFile {
  const isProgram = (file.attributes.mode & executableBits) !== 0
  const attributes = ownedByRoot(file.attributes, isProgram ? programMode : fileMode)
  return { ...file, layer: provisionLayer, attributes }
}

function ownedByRoot(attributes: Attributes, mode: number): Attributes {
  return { ...attributes, mode, uid: 0, gid: 0 }
}

/**
 * SFTP, version 3, on the files of a sandbox. Files are read from any place on; they are written from their beginning on, in the order
 * of their bytes, as sftp and scp do it: the daemon replaces files as a whole.
 */
import { posix } from 'node:path'
import { printable } from '@cay/core/terminal-text.ts'
import type { Attributes, SFTPWrapper } from 'ssh2'
import ssh2 from 'ssh2'
import type { AttributeChange, SandboxTree, TreeEntry } from '../../ports/sandbox-tree.ts'
import { type OpenFile, OutOfOrderError, openForReading, openForWriting } from './sftp-files.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
/** Entries in one answer. */
const entriesMax = 100
const handlesMax = 256
/** Links that are followed to what they lead to. */
const linksMax = 16

interface OpenDirectory {
  /** Not sent yet. */
  readonly entries: TreeEntry[]
}

export function serveSftp(sftp: SFTPWrapper, tree: SandboxTree): void {
  const handles = new Map<number, OpenFile | OpenDirectory>()
  let lastHandle = 0
  const keep = (id: number, opened: OpenFile | OpenDirectory) => {
    if (handles.size >= handlesMax) throw new Refusal(STATUS_CODE.FAILURE, 'too many files are open')
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(++lastHandle)
    handles.set(lastHandle, opened)
    sftp.handle(id, handle)
  }
  const of = (handle: Buffer) => {
    const found = handle.length === 4 ? handles.get(handle.readUInt32BE()) : undefined
    if (found === undefined) throw new Refusal(STATUS_CODE.FAILURE, 'no such handle')
    return found
  }
  const fileOf = (handle: Buffer): OpenFile => {
    const found = of(handle)
    if ('entries' in found) throw new Refusal(STATUS_CODE.FAILURE, 'it is a directory')
    return found
  }
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK)
  /** Each request is answered once; what goes wrong is its status. */
  const answer = (id: number, work: () => Promise<unknown>) =>
    void work().catch((error: unknown) => {
      const { code, message } = refusalOf(error)
      sftp.status(id, code, printable(message))
    })

  sftp.on('OPEN', (id, path, flags, attributes) =>
    answer(id, async () => keep(id, await openFile(tree, path, { flags, attributes }))),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = await fileOf(handle).read(offset, length)
      if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, bytes)
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      await fileOf(handle).write(offset, data)
      ok(id)
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      const opened = of(handle)
      handles.delete(handle.readUInt32BE())
      if (!('entries' in opened)) await opened.close()
      ok(id)
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => sftp.attrs(id, { ...(await fileOf(handle).attributes()) } as Attributes)),
  )
  sftp.on('FSETSTAT', (id, handle, attributes) =>
    answer(id, async () => {
      await fileOf(handle).change(changeOf(attributes))
      ok(id)
    }),
  )
  sftp.on('SETSTAT', (id, path, attributes) =>
    answer(id, async () => {
      await tree.change(path, changeOf(attributes))
      ok(id)
    }),
  )
  sftp.on('STAT', (id, path) =>
    answer(id, async () => sftp.attrs(id, attributesOf(await follow(tree, path)))),
  )
  sftp.on('LSTAT', (id, path) =>
    answer(id, async () => sftp.attrs(id, attributesOf(await existing(tree, path)))),
  )
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      const { type } = await follow(tree, path)
      if (type !== 'directory') throw new Refusal(STATUS_CODE.FAILURE, 'it is no directory')
      keep(id, { entries: await tree.list(path) })
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const opened = of(handle)
      if (!('entries' in opened)) throw new Refusal(STATUS_CODE.FAILURE, 'it is no directory')
      const next = opened.entries.splice(0, entriesMax)
      if (next.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.name(id, next.map(nameOf))
    }),
  )
  sftp.on('REALPATH', (id, path) =>
    answer(id, async () => {
      const filename = posix.isAbsolute(path) ? posix.resolve(path) : posix.resolve(await tree.home(), path)
      sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }])
    }),
  )
  sftp.on('READLINK', (id, path) =>
    answer(id, async () => {
      const { target } = await existing(tree, path)
      if (target === null) throw new Refusal(STATUS_CODE.FAILURE, 'it is no link')
      sftp.name(id, [{ filename: target, longname: target, attrs: {} as Attributes }])
    }),
  )
  sftp.on('MKDIR', (id, path) =>
    answer(id, async () => {
      await expectNone(tree, path)
      await tree.makeDirectory(path)
      ok(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    answer(id, async () => {
      const { type } = await existing(tree, path)
      if (type === 'directory') throw new Refusal(STATUS_CODE.FAILURE, 'it is a directory')
      await tree.remove(path)
      ok(id)
    }),
  )
  sftp.on('RMDIR', (id, path) =>
    answer(id, async () => {
      const { type } = await existing(tree, path)
      if (type !== 'directory') throw new Refusal(STATUS_CODE.FAILURE, 'it is no directory')
      if ((await tree.list(path)).length > 0)
        throw new Refusal(STATUS_CODE.FAILURE, 'the directory is not empty')
      await tree.remove(path)
      ok(id)
    }),
  )
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      await expectNone(tree, to)
      await tree.rename(from, to)
      ok(id)
    }),
  )
  // The library knows that OpenSSH sends them the other way round.
  sftp.on('SYMLINK', (id, path, target) =>
    answer(id, async () => {
      await tree.link(target, path)
      ok(id)
    }),
  )
  const leave = () => {
    for (const opened of handles.values()) if (!('entries' in opened)) opened.abandon()
    handles.clear()
  }
  // The client waits for the end of the channel after its own.
  sftp.on('end', () => {
    leave()
    sendSuccess(sftp)
    sftp.end()
  })
  sftp.on('close', leave)
}

/**
 * scp fails where the subsystem has no exit status, and the library has no call for it: this is what its channels of commands do. The
 * fields are not in its types.
 */
function sendSuccess(sftp: object): void {
  const { _protocol: protocol, outgoing } = sftp as {
    readonly _protocol?: { readonly exitStatus?: (channel: number, status: number) => void }
    readonly outgoing?: { readonly id: number }
  }
  if (outgoing !== undefined) protocol?.exitStatus?.(outgoing.id, 0)
}

class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function refusalOf(error: unknown): { readonly code: number; readonly message: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Refusal) return { code: error.code, message }
  if (error instanceof OutOfOrderError) return { code: STATUS_CODE.OP_UNSUPPORTED, message }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'not_found') return { code: STATUS_CODE.NO_SUCH_FILE, message }
  if (code === 'permission_denied') return { code: STATUS_CODE.PERMISSION_DENIED, message }
  return { code: STATUS_CODE.FAILURE, message }
}

async function openFile(
  tree: SandboxTree,
  path: string,
  { flags, attributes }: { readonly flags: number; readonly attributes: Attributes },
): Promise<OpenFile> {
  const has = (flag: number) => (flags & flag) !== 0
  const found = await follow(tree, path).catch((error: unknown) => {
    if (refusalOf(error).code === STATUS_CODE.NO_SUCH_FILE) return undefined
    throw error
  })
  if (found !== undefined && found.type !== 'file')
    throw new Refusal(STATUS_CODE.FAILURE, 'it is no regular file')
  if (!has(OPEN_MODE.WRITE)) {
    if (found === undefined) throw missing()
    return openForReading(tree, found)
  }
  if (found === undefined && !has(OPEN_MODE.CREAT)) throw missing()
  if (found !== undefined && has(OPEN_MODE.EXCL)) throw new Refusal(STATUS_CODE.FAILURE, 'the file exists')
  if (has(OPEN_MODE.READ) || (found !== undefined && found.size > 0 && !has(OPEN_MODE.TRUNC)))
    throw new Refusal(STATUS_CODE.OP_UNSUPPORTED, 'files are written as a whole, and not in part')
  return openForWriting(tree, found?.path ?? path, changeOf(attributes))
}

const missing = () => new Refusal(STATUS_CODE.NO_SUCH_FILE, 'no such file')

async function existing(tree: SandboxTree, path: string): Promise<TreeEntry> {
  const found = await tree.find(path)
  if (found === undefined) throw missing()
  return found
}

async function expectNone(tree: SandboxTree, path: string): Promise<void> {
  if ((await tree.find(path)) !== undefined) throw new Refusal(STATUS_CODE.FAILURE, 'it exists')
}

/** To what a link leads to. */
async function follow(tree: SandboxTree, path: string): Promise<TreeEntry> {
  let at = path
  for (let links = 0; links <= linksMax; links++) {
    const found = await existing(tree, at)
    if (found.target === null) return found
    at = posix.resolve(posix.dirname(at), found.target)
  }
  throw new Refusal(STATUS_CODE.FAILURE, 'too many links')
}

const typeBits = { file: 0o100_000, directory: 0o040_000, symlink: 0o120_000, other: 0 } as const

function attributesOf({ type, mode, size, modifiedAtMs }: TreeEntry): Attributes {
  const at = Math.floor(modifiedAtMs / 1000)
  // Ids of owners are not known; names are in the list.
  return { mode: typeBits[type] | mode, size, atime: at, mtime: at } as Attributes
}

function nameOf(entry: TreeEntry) {
  const { name, permissions, owner, group, size, modifiedAtMs } = entry
  const at = new Date(modifiedAtMs).toISOString().slice(0, 16).replace('T', ' ')
  const longname = `${permissions.replace(/^L/, 'l')}    1 ${owner.padEnd(8)} ${group.padEnd(8)} ${String(size).padStart(12)} ${at} ${name}`
  return { filename: name, longname, attrs: attributesOf(entry) }
}

/** Owners stay: who may change them is root alone. */
function changeOf({ mode, mtime, size }: Partial<Attributes>): AttributeChange {
  return {
    ...(mode === undefined ? {} : { mode: mode & 0o7777 }),
    ...(mtime === undefined ? {} : { modifiedAt: Number(mtime) }),
    ...(size === undefined ? {} : { size }),
  }
}

import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync, type Stats } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { printable } from '@cay/core/terminal-text.ts'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import type { LocalEntry, LocalFiles } from '../../ports/local-files.ts'

const executable = 0o111
/** The umask of the caller takes away from it. */
const fileMode = 0o666

export const localFiles: LocalFiles = {
  async find(path) {
    return toEntry(path, await stat(path))
  },
  async isDirectory(path) {
    return path.endsWith('/') || ((await stat(path).catch(ignoreMissing))?.isDirectory() ?? false)
  },
  async *list(path) {
    for (const name of (await readdir(path)).sort()) {
      const below = posix.join(path, name)
      yield toEntry(below, await lstat(below))
    }
  },
  read: (path) => createReadStream(path),
  async write(path, body, executableBits) {
    const draft = posix.join(posix.dirname(path), `.cay-${randomUUID()}`)
    const leave = removeAtSignals(draft)
    try {
      await pipeline(body, createWriteStream(draft, { flags: 'wx', mode: fileMode | executableBits }))
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
      leave()
    }
  },
  async makeDirectory(path) {
    await mkdir(path, { recursive: true })
  },
  async makeDirectoryIn(path) {
    try {
      await mkdir(path)
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
      if (!(await lstat(path)).isDirectory())
        throw new Error(`"${printable(path)}" is in the way: it is a link or a file, and not a directory`)
    }
  },
  async freeBytes(path) {
    for (let at = posix.resolve(path); ; at = posix.dirname(at)) {
      const found = await statfs(at).catch(ignoreMissing)
      if (found !== undefined) return found.bavail * found.bsize
    }
  },
}

/** Signals that end this process take the draft with it. Returns what leaves them to others again. */
function removeAtSignals(draft: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    rmSync(draft, { force: true })
    leave()
    process.kill(process.pid, signal)
  }
  const leave = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return leave
}

function toEntry(path: string, stats: Stats): LocalEntry {
  const executableBits = stats.mode & executable
  if (stats.isFile()) return { path, type: 'file', executableBits }
  return { path, type: stats.isDirectory() ? 'directory' : 'other', executableBits }
}

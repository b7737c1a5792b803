/** The file system through Node. */

import {
  type BigIntStats,
  chownSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FileStat, FileTree, OpenFile } from '../ports.ts'
import { fileReader, fileWriter } from './file-bytes.ts'

// Without it opening a pipe would wait for somebody at its other end.
const notWaiting = constants.O_NONBLOCK
const toRead = constants.O_RDONLY | notWaiting
const toWrite = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | notWaiting

export function createFileTree(): FileTree {
  return {
    lstat: (path) => toStat(lstatSync(path, { bigint: true })),
    stat: (path) => toStat(statSync(path, { bigint: true })),
    realPath: (path) => realpathSync.native(path),
    names: (path) => readdir(path),
    fileSystemType: (path) => statfsSync(path).type,
    makeDirectory: (path) => mkdirSync(path, { mode: 0o755 }),
    setOwner: (path, { uid, gid }) => chownSync(path, uid, gid),
    rename: (from, to) => renameSync(from, to),
    remove: (path) => rm(path, { recursive: true, force: true }),
    openToRead: (path) => open(path, toRead),
    openToWrite: (path) => open(path, toWrite),
    setOwnerOf: ({ descriptor }, { uid, gid }) => fchownSync(descriptor, uid, gid),
    firstBytes,
    bytes: ({ descriptor }, range) => fileReader(descriptor, range),
    // By iterator: a request that fails to be written is not destroyed, because its caller is still to be answered.
    write: ({ descriptor }, source) =>
      pipeline(source.iterator({ destroyOnReturn: false }), fileWriter(descriptor)),
    close: ({ descriptor }) => closeSync(descriptor),
  }
}

function open(path: string, flags: number): OpenFile {
  const descriptor = openSync(path, flags, 0o666)
  try {
    return { descriptor, stat: toStat(fstatSync(descriptor, { bigint: true })) }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function firstBytes({ descriptor }: OpenFile, bytesMax: number): Uint8Array {
  const buffer = Buffer.allocUnsafe(bytesMax)
  return buffer.subarray(0, readSync(descriptor, buffer, 0, bytesMax, 0))
}

function toStat(stat: BigIntStats): FileStat {
  return {
    mode: Number(stat.mode),
    size: stat.size,
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    modifiedNs: stat.mtimeNs,
  }
}

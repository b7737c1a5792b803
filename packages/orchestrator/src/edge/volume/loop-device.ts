/**
 * A loop device that holds the lock of its file. The lock belongs to the open file and not to a process, and the device keeps
 * the file open: so it lasts exactly as long as the device is in use, also when every service of the node is killed, and no
 * other machine that locks the file can have it meanwhile (loop(4), flock(2)).
 */
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { ignoreMissing, isErrno } from '@cay/kit/host/errno.ts'
import { minusOne } from '@cay/kit/host/libc.ts'

const flock = minusOne<[number, number]>('int flock(int fd, int operation)')
const control = minusOne<[number, number, number]>('int ioctl(int fd, unsigned long request, long value)')
const configure = minusOne<[number, number, Buffer]>('int ioctl(int fd, unsigned long request, void *value)')

const exclusively = 2
const withoutWaiting = 4
const getFree = 0x4c82
const loopConfigure = 0x4c0a

/** struct loop_config: the descriptor of the file, and in the struct loop_info64 behind it flags and a name. */
const configBytes = 304
const flagsAt = 60
const nameAt = 64
const nameBytesMax = 63
const autoclear = 4
/** What is flushed is with the server of a shared file system then, and is not kept in memory twice. */
const directIo = 16

/** Another process may take the free device first. */
const triesMax = 16

export interface LockedFile {
  readonly fd: number
  readonly path: string
}

/** Undefined when somebody has locked the file, on this machine or another one. Throws ENOENT. */
export function lockFile(path: string): LockedFile | undefined {
  const fd = openSync(path, 'r+')
  try {
    flock(fd, exclusively | withoutWaiting)
    return { fd, path }
  } catch (error) {
    closeSync(fd)
    if (isErrno(error, 'EWOULDBLOCK', 'EAGAIN')) return undefined
    throw error
  }
}

/** Releases the lock, unless a device has it. */
export function closeFile({ fd }: LockedFile): void {
  closeSync(fd)
}

/** Calls `use` with the path of the device, which is gone when nothing uses it any more. */
export async function withLoopDevice(
  file: LockedFile,
  use: (device: string) => Promise<void>,
): Promise<void> {
  const { device, fd } = bind(file)
  try {
    await use(device)
  } finally {
    closeSync(fd)
  }
}

/** The device of this machine that has the file. */
export async function findLoopDevice(path: string): Promise<string | undefined> {
  for (const name of await readdir('/sys/block')) {
    if (!name.startsWith('loop')) continue
    const file = await readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(ignoreMissing)
    if (file?.trimEnd() === path) return `/dev/${name}`
  }
  return undefined
}

function bind({ fd: file, path }: LockedFile): { device: string; fd: number } {
  const controlFd = openSync('/dev/loop-control', 'r+')
  try {
    for (let turn = 1; ; turn++) {
      const device = `/dev/loop${control(controlFd, getFree, 0)}`
      const fd = openSync(device, 'r+')
      try {
        configure(fd, loopConfigure, renderConfig(file, path))
        return { device, fd }
      } catch (error) {
        closeSync(fd)
        if (turn >= triesMax || !isErrno(error, 'EBUSY')) throw error
      }
    }
  } finally {
    closeSync(controlFd)
  }
}

function renderConfig(fd: number, path: string): Buffer {
  const config = Buffer.alloc(configBytes)
  config.writeUInt32LE(fd, 0)
  config.writeUInt32LE(autoclear | directIo, flagsAt)
  config.write(path.slice(-nameBytesMax), nameAt)
  return config
}

/**
 * The disk of a shared directory, asked for by programs with a time limit: its file system may not respond any more. There is one
 * question at a time, and callers that come while one is open have its answer.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import type { DiskFacts } from './disk-room.ts'

/** Paths for one program; a command line has room for many more. */
const imagesAtOnce = 500

export function createAskedDisk(msMax: number): DiskFacts {
  const open = new Map<string, Promise<string>>()
  const late = new Set<string>()
  const ask = async (key: string, argv: readonly string[]): Promise<string> => {
    if (late.has(key)) throw silent()
    const answer = open.get(key) ?? readStat(argv)
    open.set(key, answer)
    const isOver = () => {
      open.delete(key)
      late.delete(key)
    }
    void answer.then(isOver, isOver)
    return await inTime(answer, msMax, () => late.add(key))
  }
  return {
    async readFreeBytes(directory) {
      const text = await ask('free', ['--file-system', '--format=%a %S', '--', directory])
      const [blocks, blockBytes] = text.trim().split(' ').map(Number)
      if (blocks === undefined || blockBytes === undefined || !Number.isSafeInteger(blocks * blockBytes))
        throw new Error(`stat printed no free space: ${text.slice(0, 200)}`)
      return blocks * blockBytes
    },
    async readAllocatedBytes(images) {
      const sizes = new Map<string, number>()
      for (let at = 0; at < images.length; at += imagesAtOnce) {
        const some = images.slice(at, at + imagesAtOnce)
        for (const line of (await ask(some.join(' '), ['--format=%b %B %n', '--', ...some])).split('\n')) {
          const [, blocks, blockBytes, image] = /^(\d+) (\d+) (.+)$/.exec(line) ?? []
          if (image !== undefined) sizes.set(image, Number(blocks) * Number(blockBytes))
        }
      }
      return sizes
    },
  }
}

async function readStat(argv: readonly string[]): Promise<string> {
  const texts: string[] = []
  try {
    await run(['stat', ...argv], { onStdout: (text) => void texts.push(text) })
  } catch (error) {
    // An image was removed since it was listed; the others are printed.
    if (!(error instanceof ToolError && error.exitCode === 1)) throw error
  }
  return texts.join('')
}

/** A program that waits for a file system cannot be killed, so nobody waits for it. */
export async function inTime<T>(answer: Promise<T>, msMax: number, onLate: () => void): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    onLate()
    late.reject(silent())
  }, msMax)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const silent = () =>
  new ServiceError('node_unavailable', 'the directory of the volume does not respond: try again later')

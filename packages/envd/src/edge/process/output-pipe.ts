/** The daemon's end of a pipe to which a process writes its output. */
import { Socket } from 'node:net'
import { ReadPace } from '@cay/core/process/read-pace.ts'
import type { OutputSource, ProcessListener } from '../../ports/process.ts'
import { fcntl } from '../libc.ts'

/**
 * Maximum size of one read in bytes. All pipes share the buffer, because the data is consumed before the next read.
 */
const readBytesMax = 256 * 1024
const readBuffer = Buffer.allocUnsafeSlow(readBytesMax)
/**
 * The initial capacity of a pipe. A pipe that is filled is enlarged, because every wake-up of the reader is
 * expensive.
 */
const usualPipeBytes = 64 * 1024
const largePipeBytes = 1024 * 1024
const setPipeSize = 1031
/** Long enough for a large pipe to fill, short enough that a full pipe is drained soon. */
const restMs = 1

/** Returns a socket that can be paused and resumed like any stream. */
export function readPipe(descriptor: number, source: OutputSource, listener: ProcessListener): Socket {
  const pace = new ReadPace()
  let isAsked = false
  let isLarge = false
  const onRead = (count: number, memory: Uint8Array): boolean => {
    listener.output(source, memory.subarray(0, count))
    const wantsRest = pace.wantsRest(count, performance.now())
    if (!isAsked && (wantsRest || count >= usualPipeBytes)) {
      isAsked = true
      isLarge = enlargePipe(descriptor)
    }
    // With a small pipe, the writer would pause as well.
    if (!wantsRest || !isLarge) return true
    setTimeout(goOn, restMs)
    return false
  }
  const goOn = (): void => {
    if (!stream.destroyed && !stream.isPaused()) stream.resume()
  }
  const onread = { buffer: readBuffer, callback: onRead }
  const stream = new Socket({ fd: descriptor, readable: true, writable: false, onread })
  stream.on('error', () => stream.destroy())
  return stream
}

/** Returns whether the pipe was enlarged; it also works at its initial size. */
function enlargePipe(descriptor: number): boolean {
  try {
    fcntl(descriptor, setPipeSize, largePipeBytes)
    return true
  } catch {
    // The user has reached the limit of pipe memory.
    return false
  }
}

/** The daemon's end of a pipe that a process writes its output into. */
import { Socket } from 'node:net'
import { ReadPace } from '@cay/core/process/read-pace.ts'
import type { OutputSource, ProcessListener } from '../ports/process.ts'
import { fcntl } from './libc.ts'

/** Of one read. All pipes share the memory, because nobody keeps what is read. */
const readBytesMax = 256 * 1024
const readBuffer = Buffer.allocUnsafeSlow(readBytesMax)
/** What a pipe holds at first; whoever fills it gets a larger one, because every turn of reading costs. */
const usualPipeBytes = 64 * 1024
const largePipeBytes = 1024 * 1024
const setPipeSize = 1031
/** Long enough for a large pipe to fill, short enough to be emptied before it is full for long. */
const restMs = 1

/** Paused and resumed like any stream. */
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
    // In a small pipe the writer would rest too.
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

/** It works as well without. */
function enlargePipe(descriptor: number): boolean {
  try {
    fcntl(descriptor, setPipeSize, largePipeBytes)
    return true
  } catch {
    // The user's pipes hold all that they may.
    return false
  }
}

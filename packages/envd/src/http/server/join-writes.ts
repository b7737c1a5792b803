/**
 * Joins everything written to a response within one turn of the event loop into one system call. Frames are small,
 * and in gVisor the cost is per call. Nothing is delayed beyond the end of the turn, and the memory per response is
 * bounded.
 */

import type { ServerResponse } from 'node:http'

/** Number of pending bytes at which the writer is asked to wait. */
const joinedBytesMax = 512 * 1024
/** An approximate limit for all responses together; with many responses, each one gets less. */
const roomBytes = 64 * 1024 * 1024
const shareBytesMin = 32 * 1024

let answers = 0

function shareBytes(): number {
  return Math.min(joinedBytesMax, Math.max(shareBytesMin, roomBytes / answers))
}

/** For writers that write bytes and wait for `drain`. */
export function joinWrites(response: ServerResponse): void {
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  let pieces: Uint8Array[] = []
  let bytes = 0
  answers += 1
  response.once('close', () => {
    answers -= 1
  })
  let isWaiting = false
  let isBlocked = false

  const flush = (): void => {
    if (pieces.length === 0) return
    const { socket } = response
    // A single system call sends all pieces.
    socket?.cork()
    let isTaken = true
    for (const piece of pieces) isTaken = write(piece)
    socket?.uncork()
    pieces = []
    bytes = 0
    isBlocked = !isTaken
    if (!isWaiting || isBlocked) return
    isWaiting = false
    response.emit('drain')
  }
  // The response's own `drain`: the system has accepted what was pending.
  response.prependListener('drain', () => {
    isBlocked = false
    isWaiting = false
  })
  response.write = (chunk: Uint8Array): boolean => {
    if (pieces.length === 0) setImmediate(flush)
    pieces.push(chunk)
    bytes += chunk.length
    if (!isBlocked && bytes < shareBytes()) return true
    isWaiting = true
    return false
  }
  response.end = (): ServerResponse => {
    const { socket } = response
    // Pending data and the end of the body are sent together.
    socket?.cork()
    flush()
    end()
    socket?.uncork()
    return response
  }
}

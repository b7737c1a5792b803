/**
 * Puts what is written to a response in one turn of the event loop into one write of the system. Frames are small, and in
 * gVisor it is the call that costs. Nothing is later than the end of the turn, and a response takes no more than a bound.
 */

import type { ServerResponse } from 'node:http'

/** Whoever writes is asked to wait at this. */
const joinedBytesMax = 512 * 1024
/** All answers together have about as much; where there are many, each of them has less. */
const roomBytes = 64 * 1024 * 1024
const shareBytesMin = 32 * 1024

let answers = 0

function shareBytes(): number {
  return Math.min(joinedBytesMax, Math.max(shareBytesMin, roomBytes / answers))
}

/** For writers that give bytes and wait for `drain`. */
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
    // One call of the system for all of them.
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
  // The response's own: the system has taken what there was.
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
    // What waits and the end of the body leave together.
    socket?.cork()
    flush()
    end()
    socket?.uncork()
    return response
  }
}

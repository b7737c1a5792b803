/**
 * Resets a TCP connection: its peer gets an RST, and nothing that is queued is sent.
 *
 * Node's own `resetAndDestroy` fails with EINVAL while the end of a connection is on its way to the kernel, and then never
 * closes its descriptor. Of a plain socket that takes one turn of the event loop, after which the connection can be reset.
 * Below TLS it takes until the peer has read what is queued: the connection is closed then.
 */
import type { Socket } from 'node:net'

export function resetConnection(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0
  if (isEnding && !socket.destroyed && !('encrypted' in socket)) {
    // What arrives until then is not handed out.
    socket.pause()
    socket.once('finish', () => reset(socket))
  } else reset(socket)
}

function reset(socket: Socket): void {
  const handle: unknown = Reflect.get(socket, '_handle')
  const onError = (error: Error) => {
    if (!('syscall' in error && error.syscall === 'reset') || !isHandle(handle)) return
    handle.close(() => socket.emit('close', true))
  }
  socket.once('error', onError)
  socket.once('close', () => socket.off('error', onError))
  socket.resetAndDestroy()
}

/** Node has no public API for the handle of a socket. */
function isHandle(value: unknown): value is { close(onClosed: () => void): void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}

import type { Http2Session } from 'node:http2'

/** Takes no more calls, and tells the other end; resolves when those in progress have ended. */
export function closeSession(session: Http2Session): Promise<void> {
  if (session.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    session.once('close', () => resolve())
    session.close()
  })
}

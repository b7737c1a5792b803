import { once } from 'node:events'
import { mkdir, rename, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { nameProcedure } from '../request-route.ts'

const socketMode = 0o660

/**
 * A socket for the services of one machine. Its directory says who may connect besides its owner: the group of a directory
 * with the setgid bit is that of the socket. A directory that is made here is for its owner alone.
 */
export async function listenLocally(path: string, handler: RequestListener): Promise<Server> {
  await rm(path, { force: true })
  return await listen(path, handler)
}

/**
 * The same for a path that processes take over from each other: there is no gap, and the end of the process before,
 * however late, does not remove the new socket. The system removes a socket under the name that it was made with.
 */
export async function takeOverSocket(path: string, handler: RequestListener): Promise<Server> {
  // Not longer than the path, whose length is limited.
  const aside = join(dirname(path), process.pid.toString(36))
  await rm(aside, { force: true })
  const server = await listen(aside, handler)
  await rename(aside, path)
  return server
}

async function listen(path: string, handler: RequestListener): Promise<Server> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const server = createServer((request, response) => {
    nameProcedure(request)
    handler(request, response)
  })
  // Services of one installation trust each other: a stream or an upload takes as long as it takes.
  server.requestTimeout = 0
  // A service that stood still for seconds would close connections on which requests wait to be read: their callers cannot
  // tell that nothing was begun. Callers close what they do not use.
  server.keepAliveTimeout = 0
  server.headersTimeout = 0
  bind(server, path)
  await once(server, 'listening')
  return server
}

/** The socket is made with its mode: whoever connects before a change of it would be refused for good. */
function bind(server: Server, path: string): void {
  const before = process.umask(0o777 & ~socketMode)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
}

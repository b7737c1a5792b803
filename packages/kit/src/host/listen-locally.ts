import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { dirname } from 'node:path'

/**
 * A socket for the services of one machine. Its directory says who may connect besides its owner: the group of a directory
 * with the setgid bit is that of the socket. A directory that is made here is for its owner alone.
 */
export async function listenLocally(path: string, handler: RequestListener): Promise<Server> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  const server = createServer(handler)
  server.listen(path)
  await once(server, 'listening')
  await chmod(path, 0o660)
  return server
}

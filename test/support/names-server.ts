/**
 * DNS for tests: every name below one domain leads to this machine, and there are no others. Programs see it by a
 * /etc/resolv.conf of their own, in a mount namespace, so they resolve names as they do anywhere, and nothing of the machine
 * is changed.
 */
import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { emptyResponse, readQuery, renderResponse, resultCodes } from '@cay/egress/dialect/dns-message.ts'

export interface NamesServer {
  /** The command line under which a program finds the names. */
  readonly under: (argv: readonly string[]) => readonly string[]
  readonly stop: () => void
}

/** A loopback address on which no resolver of a distribution listens. */
const addressOfNumber = (number: number) => `127.77.${number >> 8}.${number & 255}`

export async function startNamesServer(domain: string, resolvConf: string): Promise<NamesServer> {
  const socket = createSocket('udp4')
  const address = addressOfNumber(process.pid & 0xffff)
  socket.on('message', (bytes, peer) => {
    const query = readQuery(bytes)
    if (query === undefined || !('question' in query)) return
    const { name, type } = query.question
    const isOurs = name.toLowerCase() === domain || name.toLowerCase().endsWith(`.${domain}`)
    const answers = isOurs && type === 'A' ? [{ type: 'A' as const, name, ttl: 60, data: '127.0.0.1' }] : []
    const response = { ...emptyResponse(isOurs ? resultCodes.ok : resultCodes.noSuchName), answers }
    socket.send(renderResponse(query, response, query.datagramBytesMax), peer.port, peer.address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(53, address, resolve)
  })
  writeFileSync(resolvConf, `nameserver ${address}\n`)
  const mount = `mount --bind '${resolvConf}' /etc/resolv.conf && exec "$@"`
  return {
    under: (argv) => ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', mount, 'sh', ...argv],
    stop: () => socket.close(),
  }
}

/** Connections to control processes: TLS 1.3, both ends with certificates of the cluster. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { readMember } from '@cay/kit/certificates/members.ts'
import type { KeyPair } from '../ports/node-identity.ts'

const connectMsMax = 5_000

export interface DialOptions {
  /** host:port. */
  readonly address: string
  /** Of the TLS handshake (ALPN). */
  readonly protocol: string
  /** PEM of the cluster's authority. */
  readonly authority: string
  /** Absent before the node has joined. */
  readonly own?: KeyPair
}

/** Throws when nobody answers, or somebody who is no control process of this cluster. */
export async function dialControl(options: DialOptions, signal: AbortSignal): Promise<TLSSocket> {
  const { protocol, authority, own } = options
  const socket = connect({
    ...readAddress(options.address),
    ALPNProtocols: [protocol],
    minVersion: 'TLSv1.3',
    ca: [authority],
    ...(own === undefined ? {} : { cert: own.certificate, key: own.key }),
    // Control is known by the URI in its certificate, under whatever address it was reached.
    checkServerIdentity: () => undefined,
  })
  socket.setNoDelay(true)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(connectMsMax)])
  try {
    await once(socket, 'secureConnect', { signal: deadline })
    if (readMember(socket.getPeerX509Certificate())?.kind !== 'control')
      throw new Error(`${options.address} is no control process of this cluster`)
    if (socket.alpnProtocol !== protocol) throw new Error(`${options.address} does not speak ${protocol}`)
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
  return socket
}

export function readAddress(address: string): {
  readonly host: string
  readonly port: number
  readonly servername?: string
} {
  const { hostname, port } = new URL(`https://${address}`)
  const host = hostname.replace(/^\[|\]$/g, '')
  // A name for the certificate's choice; addresses are not allowed there.
  return { host, port: Number(port === '' ? 443 : port), ...(isIP(host) === 0 ? { servername: host } : {}) }
}

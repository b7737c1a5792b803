import type { Socket } from 'node:net'
import { type HelloReading, readClientHello } from '@cay/core/egress/client-hello.ts'
import { type RequestHead, readHttpHead } from '@cay/core/egress/http-head.ts'
import { bounds } from '../../bounds.ts'

export interface FirstBytes {
  /** Taken off the connection: they are to be sent on first. */
  readonly bytes: Buffer
  /** As the client gave it. */
  readonly name: string | undefined
  /** When they are the head of an HTTP request. */
  readonly head: RequestHead | undefined
  /** Present when they begin a TLS connection. */
  readonly hello: Extract<HelloReading, { readonly kind: 'name' }> | undefined
}

/**
 * Waits until the first bytes tell whom the connection is for, or cannot tell any more: another protocol, the end, too
 * many, too late (where the server speaks first, nothing may ever come). The socket is left paused.
 */
export function readFirstBytes(guest: Socket, protocol: 'http' | 'tls'): Promise<FirstBytes> {
  const { promise, resolve } = Promise.withResolvers<FirstBytes>()
  let bytes: Buffer = Buffer.alloc(0)
  const settle = (told: Told) => {
    clearTimeout(timer)
    guest.off('data', onData)
    guest.off('end', giveUp)
    guest.off('close', giveUp)
    guest.pause()
    resolve({ bytes, ...told })
  }
  const giveUp = () => settle(nothing)
  const onData = (chunk: Buffer) => {
    const knownBytes = bytes.length
    bytes = knownBytes === 0 ? chunk : Buffer.concat([bytes, chunk])
    const told = readers[protocol](bytes, knownBytes)
    if (told !== undefined) settle(told)
  }
  const timer = setTimeout(giveUp, bounds.firstBytesMsMax)
  guest.on('data', onData)
  guest.once('end', giveUp)
  guest.once('close', giveUp)
  if (guest.destroyed) giveUp()
  else guest.resume()
  return promise
}

type Told = Omit<FirstBytes, 'bytes'>

const nothing: Told = { name: undefined, head: undefined, hello: undefined }

export const noFirstBytes: FirstBytes = { bytes: Buffer.alloc(0), ...nothing }

/** Undefined while more bytes may tell; so it was for the first so many of them. */
const readers: Readonly<Record<'http' | 'tls', (bytes: Buffer, knownBytes: number) => Told | undefined>> = {
  http: (bytes, knownBytes) => {
    const head = readHttpHead(bytes, knownBytes)
    if (head.kind === 'incomplete') return undefined
    return head.kind === 'head' ? { ...nothing, name: head.host, head } : nothing
  },
  tls: (bytes) => {
    const hello = readClientHello(bytes)
    if (hello.kind === 'incomplete') return undefined
    return hello.kind === 'name' ? { ...nothing, name: hello.name, hello } : nothing
  },
}

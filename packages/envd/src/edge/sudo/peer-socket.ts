/**
 * Does what Node cannot do with a local socket: receives file descriptors that a peer passes, and the peer's
 * credentials as checked by the kernel.
 */

import { closeSync } from 'node:fs'
import { addressOf, allocateForever, bytesAt, recvmsg, SystemCallError, setsockopt } from '../libc.ts'

export interface PeerMessage {
  readonly descriptors: readonly number[]
  /** The sender as verified by the kernel; undefined if the message carried no credentials. */
  readonly sender: { readonly pid: number; readonly uid: number } | undefined
  /** The bytes of the message: as many as requested, or fewer. */
  readonly bytes: Buffer
}

const socketLevel = 1
const wantCredentials = 16
const kinds = { descriptors: 1, credentials: 2 } as const

/** The kernel drops file descriptors that do not fit here. */
const controlBytes = 128
const partHeaderBytes = 16
const dataBytesMax = 64
const messageBytes = 56
/** EAGAIN, which is also called EWOULDBLOCK. */
const tryAgain = 11
const doNotWait = 0x40
const closeOnExec = 0x40000000

const message = allocateForever(messageBytes)
const part = allocateForever(16)
const data = allocateForever(dataBytesMax)
const control = allocateForever(controlBytes)

/**
 * Reads the given number of bytes, at most 64. Returns undefined if nothing has arrived yet. The caller must close
 * the file descriptors. Throws SystemCallError.
 */
export function receivePeerMessage(socket: number, bytes: number): PeerMessage | undefined {
  // SO_PEERCRED would be simpler, but gVisor returns the credentials of the process that calls it.
  setsockopt(socket, socketLevel, wantCredentials, Int32Array.of(1), 4)
  prepare(Math.min(bytes, dataBytesMax))
  let received: number
  try {
    received = recvmsg(socket, message, doNotWait | closeOnExec)
  } catch (error) {
    if (error instanceof SystemCallError && error.errno === tryAgain) return undefined
    throw error
  }
  const view = bytesAt(data, received)
  return { ...readControl(), bytes: Buffer.from(new Uint8Array(view.buffer, view.byteOffset, received)) }
}

function prepare(bytes: number): void {
  const view = bytesAt(message, messageBytes)
  const partView = bytesAt(part, 16)
  for (let at = 0; at < messageBytes; at += 8) view.setBigUint64(at, 0n, true)
  partView.setBigUint64(0, addressOf(data), true)
  partView.setBigUint64(8, BigInt(bytes), true)
  view.setBigUint64(16, addressOf(part), true)
  view.setBigUint64(24, 1n, true)
  view.setBigUint64(32, addressOf(control), true)
  view.setBigUint64(40, BigInt(controlBytes), true)
}

function readControl(): Pick<PeerMessage, 'descriptors' | 'sender'> {
  const end = Number(bytesAt(message, messageBytes).getBigUint64(40, true))
  const view = bytesAt(control, controlBytes)
  const descriptors: number[] = []
  let sender: PeerMessage['sender']
  for (let at = 0; at + partHeaderBytes <= end; ) {
    const bytes = Number(view.getBigUint64(at, true))
    if (bytes < partHeaderBytes) break
    const isOurs = view.getInt32(at + 8, true) === socketLevel
    const kind = isOurs ? view.getInt32(at + 12, true) : undefined
    const content = at + partHeaderBytes
    if (kind === kinds.credentials) {
      sender = { pid: view.getInt32(content, true), uid: view.getUint32(content + 4, true) }
    }
    if (kind === kinds.descriptors) {
      for (let word = content; word < at + bytes; word += 4) descriptors.push(view.getInt32(word, true))
    }
    at += Math.ceil(bytes / 8) * 8
  }
  return { descriptors, sender }
}

export function closeDescriptors(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) closeSync(descriptor)
}

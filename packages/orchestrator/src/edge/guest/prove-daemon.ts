/**
 * Makes a daemon prove on a new connection that it knows the control token, before anything secret is sent on it: code in
 * the sandbox may have replaced the daemon, or listen in its place.
 */

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { isDaemonProof, makeNonce } from '@cay/kit/daemon-proof.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { proofOfAnswer, proofRequest } from '../../dialect/guest/proof-exchange.ts'

/** Milliseconds for the connection and the proof. */
const proofMsMax = 10_000

/** The other end of a connection did not prove that it is the daemon. */
export class UnprovenDaemonError extends Error {}

/** Resolves when the connection may be used; rejects, and resets it, when it must not be. */
export async function proveDaemon(socket: Socket, controlToken: string): Promise<void> {
  const signal = AbortSignal.timeout(proofMsMax)
  const over = () => void socket.destroy(new Error(`envd proved nothing in ${proofMsMax} ms`))
  signal.addEventListener('abort', over, { once: true })
  try {
    if (socket.connecting) await once(socket, 'connect')
    const nonce = makeNonce()
    const { localAddress: address = '', localPort: port = 0 } = socket
    socket.write(proofRequest(address, nonce))
    if (!isDaemonProof(await answerOf(socket), controlToken, { nonce, address, port }))
      throw new UnprovenDaemonError('envd does not know the control token, or another program answers for it')
  } catch (error) {
    resetConnection(socket)
    throw error
  } finally {
    signal.removeEventListener('abort', over)
  }
}

/** Leaves the socket as it was. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const onData = (bytes: Buffer) => {
    answer += bytes.toString('latin1')
    try {
      const proof = proofOfAnswer(answer)
      if (proof !== undefined) resolve(proof)
    } catch (cause) {
      reject(new UnprovenDaemonError('envd proved nothing', { cause }))
    }
  }
  const onClose = () => reject(new Error('envd closed the connection before it proved anything'))
  socket.on('data', onData).on('error', reject).once('close', onClose)
  try {
    return await promise
  } finally {
    socket.off('data', onData).off('error', reject).off('close', onClose)
  }
}

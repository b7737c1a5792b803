/** Connects to a server that listens only on a sandbox's loopback, through envd in the sandbox. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { loopbackTcp } from '@cay/contract/names.ts'
import { bounds } from '../bounds.ts'
import type { DialOutcome } from '../ports/sandbox-dialer.ts'

/**
 * Calls one of the two callbacks exactly once, never synchronously. The returned function cancels: then neither is
 * called.
 */
export function dialLoopback(address: string, port: number, outcome: DialOutcome): () => void {
  let isDialing = true
  let envd: Socket | undefined
  const upgradeRequest = request({
    path: `${loopbackTcp.path}?port=${port}`,
    headers: { connection: 'upgrade', upgrade: loopbackTcp.protocol },
    maxHeaderSize: bounds.fastPathHeadBytesMax,
    createConnection: () => {
      envd = connect({ host: address, port: limits.daemonPort, noDelay: true, allowHalfOpen: true })
      return envd
    },
  })
  const fail = (error: Error) => {
    if (!isDialing) return
    stop()
    envd?.destroy()
    outcome.onFailed(error)
  }
  const stop = () => {
    isDialing = false
    clearTimeout(late)
  }
  // Of the whole answer: what answers at the daemon's port may send it byte by byte.
  const late = setTimeout(() => fail(new Error('envd did not respond')), bounds.dialAttemptMsMax)
  upgradeRequest.once('upgrade', (_, socket, head) => {
    if (!isDialing || envd === undefined) return void socket.destroy()
    stop()
    // The server's first bytes came together with envd's response.
    if (head.length > 0) envd.unshift(head)
    outcome.onConnected(envd)
  })
  upgradeRequest.once('response', () => fail(new Error('no server listens on the sandbox loopback')))
  upgradeRequest.on('error', fail)
  upgradeRequest.once('information', () => fail(new Error('envd responded with 1xx')))
  upgradeRequest.end()
  return () => {
    stop()
    envd?.destroy()
  }
}

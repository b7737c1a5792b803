/** Connects to a server that listens only on a sandbox's loopback, through envd in the sandbox. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { loopbackTcp } from '@cay/contract/names.ts'
import { bounds } from '../bounds.ts'
import type { DialOutcome } from '../ports.ts'

/**
 * Calls one of the two callbacks exactly once, never synchronously. The returned function cancels: then neither is
 * called.
 */
export function dialLoopback(address: string, port: number, outcome: DialOutcome): () => void {
  let isDialing = true
  let daemon: Socket | undefined
  const asked = request({
    path: `${loopbackTcp.path}?port=${port}`,
    headers: { connection: 'upgrade', upgrade: loopbackTcp.protocol },
    timeout: bounds.dialAttemptMsMax,
    createConnection: () => {
      daemon = connect({ host: address, port: limits.daemonPort, noDelay: true, allowHalfOpen: true })
      return daemon
    },
  })
  const fail = (error: Error) => {
    if (!isDialing) return
    isDialing = false
    daemon?.destroy()
    outcome.onFailed(error)
  }
  asked.once('upgrade', (_, socket, head) => {
    if (!isDialing || daemon === undefined) return void socket.destroy()
    isDialing = false
    daemon.setTimeout(0)
    daemon.removeAllListeners('timeout')
    // The server's first bytes came together with envd's response.
    if (head.length > 0) daemon.unshift(head)
    outcome.onConnected(daemon)
  })
  asked.once('response', () => fail(new Error('no server listens on the sandbox loopback')))
  asked.once('timeout', () => fail(new Error('envd did not respond')))
  asked.on('error', fail)
  asked.end()
  return () => {
    isDialing = false
    daemon?.destroy()
  }
}

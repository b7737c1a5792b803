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
    timeout: bounds.dialAttemptMsMax,
    createConnection: () => {
      envd = connect({ host: address, port: limits.daemonPort, noDelay: true, allowHalfOpen: true })
      return envd
    },
  })
  const fail = (error: Error) => {
    if (!isDialing) return
    isDialing = false
    envd?.destroy()
    outcome.onFailed(error)
  }
  upgradeRequest.once('upgrade', (_, socket, head) => {
    if (!isDialing || envd === undefined) return void socket.destroy()
    isDialing = false
    envd.setTimeout(0)
    envd.removeAllListeners('timeout')
    // The server's first bytes came together with envd's response.
    if (head.length > 0) envd.unshift(head)
    outcome.onConnected(envd)
  })
  upgradeRequest.once('response', () => fail(new Error('no server listens on the sandbox loopback')))
  upgradeRequest.once('timeout', () => fail(new Error('envd did not respond')))
  upgradeRequest.on('error', fail)
  upgradeRequest.end()
  return () => {
    isDialing = false
    envd?.destroy()
  }
}

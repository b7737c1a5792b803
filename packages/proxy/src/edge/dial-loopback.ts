/** A TCP connection to a server that listens on a sandbox's loopback only: the daemon in there is asked to carry it. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { loopbackTcp } from '@cay/contract/names.ts'
import { bounds } from '../bounds.ts'
import type { DialOutcome } from '../ports.ts'

/** Calls one of the two once, never before it returned. The returned function gives up: then neither is called. */
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
    // What the server said first came together with the daemon's answer.
    if (head.length > 0) daemon.unshift(head)
    outcome.onConnected(daemon)
  })
  asked.once('response', () => fail(new Error('nobody listens on the loopback')))
  asked.once('timeout', () => fail(new Error('no answer of the daemon')))
  asked.on('error', fail)
  asked.end()
  return () => {
    isDialing = false
    daemon?.destroy()
  }
}

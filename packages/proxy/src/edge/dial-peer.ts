/** Opens a connection to the proxy of another node over mutual TLS, and verifies that it is the proxy of that node. */

import { connect } from 'node:net'
import { connect as startTls } from 'node:tls'
import { proxyNodeId } from '@cay/core/routing/hop-header.ts'
import { resetConnection } from '@cay/kit/flow/reset-connection.ts'
import { bounds } from '../bounds.ts'
import type { DialPeer, EdgeIdentity } from '../ports/cluster.ts'
import { resetBelowTls } from './reset-below-tls.ts'

/** Fails while this proxy has no certificate. */
export function dialPeerAs(identity: () => EdgeIdentity | undefined): DialPeer {
  return ({ nodeId, address }, { onConnected, onFailed }) => {
    const own = identity()
    let isDialing = true
    const end = (step: () => void) => {
      if (!isDialing) return
      isDialing = false
      clearTimeout(timer)
      step()
    }
    if (own === undefined) {
      const fail = () => end(() => onFailed(new Error('this node has no certificate yet')))
      const timer = setTimeout(fail)
      return () => end(() => clearTimeout(timer))
    }
    const { hostname, port } = new URL(`tls://${address}`)
    const socket = connect({
      host: withoutBrackets(hostname),
      port: Number(port),
      noDelay: true,
      allowHalfOpen: true,
    })
    const secured = startTls({
      socket,
      secureContext: own.secureContext,
      checkServerIdentity: (_, { subjectaltname }) => checkPeer(nodeId, subjectaltname),
    })
    resetBelowTls(secured, socket)
    const fail = (error: Error) =>
      end(() => {
        resetConnection(secured)
        onFailed(error)
      })
    const timer = setTimeout(
      () => fail(new Error('the proxy of the node did not answer')),
      bounds.hopDialMsMax,
    )
    socket.on('error', fail)
    secured.on('error', fail)
    const onClose = () => fail(new Error('the proxy of the node closed the connection'))
    secured.once('close', onClose)
    secured.once('secureConnect', () =>
      end(() => {
        secured.off('close', onClose)
        onConnected(secured)
      }),
    )
    return () => end(() => resetConnection(secured))
  }
}

function checkPeer(nodeId: string, alternativeNames: string | undefined): Error | undefined {
  const peer = proxyNodeId(alternativeNames)
  return peer === nodeId
    ? undefined
    : new Error(`the certificate is of ${peer ?? 'no proxy'}, not of node ${nodeId}`)
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

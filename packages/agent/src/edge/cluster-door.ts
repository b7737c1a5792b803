import { once } from 'node:events'
import { connect } from 'node:tls'
import { Join } from '@cay/contract/gen/cluster/join_pb.js'
import { linkProtocols } from '@cay/kit/link/link-protocols.ts'
import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { type ClusterDoor, JoinRefusedError } from '../ports/join.ts'
import { dialControl, readAddress } from './dial-control.ts'
import { openSession } from './open-session.ts'
import { repeatSlowRefusals } from './repeat-slow-refusals.ts'
import { sessionTransport } from './session-transport.ts'

const connectMsMax = 5_000
const joinMsMax = 15_000
/** What control says of a machine that it does not take. Anything else is a fault. */
const refusals: readonly Code[] = [
  Code.Unauthenticated,
  Code.AlreadyExists,
  Code.FailedPrecondition,
  Code.InvalidArgument,
]

export const clusterDoor: ClusterDoor = {
  async fetchAuthority(address) {
    // Nothing is sent, and nothing believed, before the token has confirmed what comes.
    const socket = connect({
      ...readAddress(address),
      ALPNProtocols: [linkProtocols.toControl],
      rejectUnauthorized: false,
    })
    try {
      await once(socket, 'secureConnect', { signal: AbortSignal.timeout(connectMsMax) })
      const { issuerCertificate } = socket.getPeerCertificate(true)
      return issuerCertificate === undefined ? '' : toPem(issuerCertificate.raw)
    } finally {
      socket.on('error', () => undefined)
      socket.destroy()
    }
  },

  async join({ address, authority }, request) {
    const signal = AbortSignal.timeout(joinMsMax)
    const session = openSession(
      await dialControl({ address, protocol: linkProtocols.toControl, authority }, signal),
    )
    try {
      const client = createClient(
        Join,
        sessionTransport(async () => session),
      )
      const call = () =>
        client.join(
          { ...request, cpuFeatures: [...request.cpuFeatures], clockMs: BigInt(Date.now()) },
          { signal },
        )
      const { nodeId, certificates, settings } = await repeatSlowRefusals(call)
      if (certificates === undefined || settings === undefined)
        throw new Error('control sent no certificates')
      return { nodeId, certificates, settings }
    } catch (cause) {
      const error = ConnectError.from(cause)
      throw refusals.includes(error.code) ? new JoinRefusedError(error.rawMessage, { cause }) : error
    } finally {
      session.destroy()
    }
  },
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

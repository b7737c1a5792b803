import { X509Certificate } from 'node:crypto'
import { makeRequestFor } from '@cay/kit/certificates/members.ts'
import type { NodeIdentity } from '../ports/node-identity.ts'

/** Requests for the keys that the node has. */
export async function makeRequests({ agent, proxy }: NodeIdentity) {
  const [forAgent, forProxy] = await Promise.all([makeRequestFor(agent.key), makeRequestFor(proxy.key)])
  return { agent: forAgent, proxy: forProxy }
}

/** At two thirds of the certificate's life. */
export function renewAtMs({ agent, proxy }: NodeIdentity): number {
  const times = [agent, proxy].map(({ certificate }) => {
    const { validFromDate, validToDate } = new X509Certificate(certificate)
    return validFromDate.getTime() + ((validToDate.getTime() - validFromDate.getTime()) * 2) / 3
  })
  return Math.min(...times)
}

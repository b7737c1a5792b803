import { Membership as MembershipService } from '@cay/contract/gen/cluster/join_pb.js'
import { createClient, type Transport } from '@connectrpc/connect'
import type { Membership } from '../ports/membership.ts'

const callMsMax = 15_000

export function connectToMembership(transport: Transport): Membership {
  const client = createClient(MembershipService, transport)
  const bounded = { timeoutMs: callMsMax }
  return {
    async renew({ agent, proxy }) {
      const { certificates } = await client.renew({ agentRequest: agent, proxyRequest: proxy }, bounded)
      if (certificates === undefined) throw new Error('control sent no certificates')
      return certificates
    },
    findReplicas: async () => (await client.findReplicas({}, bounded)).replicas,
  }
}

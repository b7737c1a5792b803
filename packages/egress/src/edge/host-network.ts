import type { ResolverAddress } from '@cay/core/egress/resolver-list.ts'
import { watchOwnAddresses } from '@cay/kit/host/own-addresses.ts'
import type { HostNetwork } from '../ports/network.ts'
import { acceptWaiting } from './accept.ts'
import { dial, dialExempt, dialSandboxUrl } from './dial.ts'
import { readOriginalDestination } from './original-destination.ts'
import { passProxy } from './pass-proxy.ts'
import { queryResolvers } from './resolvers.ts'

export function openHostNetwork(resolvers: readonly ResolverAddress[]): HostNetwork {
  return {
    acceptWaiting,
    originalDestination: readOriginalDestination,
    dial,
    dialExempt,
    dialSandboxUrl,
    passProxy,
    isOwnAddress: watchOwnAddresses(),
    resolve: (question, signal) => queryResolvers(resolvers, question, signal),
  }
}

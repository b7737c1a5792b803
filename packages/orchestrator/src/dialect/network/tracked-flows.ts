/** Parses the connection tracking table as `conntrack` lists it, and selects entries to delete. */
import { decidePacket } from '@cay/core/egress/decide.ts'
import type { EgressPolicy } from '@cay/core/egress/policy.ts'

/** Of one protocol, from a sandbox to one address. */
export interface TrackedFlow {
  /** Its number. */
  readonly protocol: string
  readonly destination: string
}

/** Each deletion goes through the whole table. A sandbox with more refused destinations loses all its flows at one go. */
export const refusedFlowsMax = 64

/**
 * The packet flows in the listing of one sandbox that the policy denies, each once. The egress gateway handles TCP and DNS
 * queries.
 */
export function readRefusedFlows(listing: string, policy: EgressPolicy): TrackedFlow[] {
  const flows = new Map<string, TrackedFlow>()
  for (const line of listing.split('\n')) {
    const { protocol, destination, port } = shapeOfFlow.exec(line)?.groups ?? {}
    if (protocol === undefined || destination === undefined) continue
    if (protocol === tcp || (protocol === udp && port === '53')) continue
    if (decidePacket(policy, destination).kind === 'refused')
      flows.set(`${protocol} ${destination}`, { protocol, destination })
  }
  return [...flows.values()]
}

/** What to select of the table, for one deletion each. */
export function selectRefused(address: string, refused: readonly TrackedFlow[]): string[][] {
  if (refused.length <= refusedFlowsMax) {
    return refused.map((flow) => [...ofSandbox(address, flow.protocol), '--orig-dst', flow.destination])
  }
  return [...new Set(refused.map(({ protocol }) => protocol))].map((each) => ofSandbox(address, each))
}

function ofSandbox(address: string, protocol: string): string[] {
  return ['--family', 'ipv4', '--orig-src', address, '--proto', protocol]
}

const tcp = '6'
const udp = '17'
/** Up to the sandbox's own direction: that of the answers comes after it. */
const shapeOfFlow =
  /^\S+ +(?<protocol>\d+) .*?\bsrc=\S+ dst=(?<destination>\S+)(?: sport=\d+ dport=(?<port>\d+))?/

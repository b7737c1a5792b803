/**
 * The packet rules of an installation. They match interfaces by prefix, so they are loaded once and cost nothing for a sandbox
 * without lists. TCP and DNS of sandboxes end in the egress gateway, which decides about them; other packets are decided here,
 * by the lists of the sandbox (nft-lists.ts). A sandbox may respond to connections of the node, and can reach nothing else of
 * it. Refused packets are counted for reports, except IGMP, which the runtime sends by itself. On the node, only the proxy and
 * root can connect to sandboxes, and only the egress gateway can respond in place of other hosts.
 */
import { closedRanges } from '@cay/core/egress/closed-ranges.ts'
import { listsMap, type PacketPolicy, renderLists } from './nft-lists.ts'
import { refusedSets } from './refused-packets.ts'
import {
  egressAddress,
  egressPort,
  installationName,
  installationSubnet,
  slotPrefix,
  slotsPerInstallation,
} from './slot-plan.ts'

/**
 * The connection tracking table of the kernel is shared, and a full table would disconnect the node itself. So each sandbox
 * has limits: open connections, and new ones per second and in a burst (a closed one stays in the table for up to two
 * minutes).
 */
const connectionsMax = 4096
const newPerSecondMax = 500
const newBurstMax = 2000

/**
 * DNS queries over UDP of one sandbox: several times what the egress gateway answers or refuses, so that a flood costs no
 * more. The limits above do not apply, because queries need no new connection.
 */
const questionsPerSecondMax = 500
const questionsBurstMax = 1000

/** Number of counted destinations of refused packets, over all sandboxes. Beyond it, packets are refused without a count. */
const refusedDestinationsMax = 4096
/** The user of the orchestrator: root could remove the rules anyway. */
const rootUid = 0
/** Seconds for which a count is kept behind the last packet; it is read much more often. */
const refusedKeptSeconds = 60

/** The users that services run as. */
export interface ServiceUids {
  readonly proxyUid: number
  readonly egressUid: number
}

export interface NftRuleset extends ServiceUids {
  readonly installation: number
  readonly policies?: readonly PacketPolicy[]
}

export function renderNftRuleset({ installation, proxyUid, egressUid, policies = [] }: NftRuleset): string {
  const table = `inet ${installationName(installation)}`
  const guests = `"${slotPrefix(installation)}*"`
  const egress = egressAddress(installation)
  const lists = renderLists(policies)
  // A process that resets a connection may have closed its socket: such a packet has no owner, and begins nothing.
  const callers = [...new Set([rootUid, proxyUid])].join(', ')
  // Any user of the node can listen on its port while the service is not there. A packet without a socket is a reset.
  const answerers = [...new Set([rootUid, egressUid])].join(', ')
  return `add table ${table}
delete table ${table}
table ${table} {
  set closed {
    type ipv4_addr
    flags interval
    elements = { ${closedRanges.join(', ')} }
  }

  set open {
    type ifname
    size ${slotsPerInstallation}
    flags dynamic
  }

  set opening {
    type ifname
    size ${slotsPerInstallation}
    flags dynamic,timeout
    timeout 1m
  }

  set asking {
    type ifname
    size ${slotsPerInstallation}
    flags dynamic,timeout
    timeout 1m
  }

${lists.sets}
  set ${refusedSets.udp} {
    type ifname . ipv4_addr . inet_service
    size ${refusedDestinationsMax}
    flags dynamic,timeout
    counter
    timeout ${refusedKeptSeconds}s
  }

  set ${refusedSets.other} {
    type ifname . ipv4_addr . inet_proto
    size ${refusedDestinationsMax}
    flags dynamic,timeout
    counter
    timeout ${refusedKeptSeconds}s
  }

  set ${refusedSets.share} {
    type ifname . ipv4_addr . inet_proto
    size ${refusedDestinationsMax}
    flags dynamic,timeout
    counter
    timeout ${refusedKeptSeconds}s
  }

  chain arrive {
    type filter hook prerouting priority raw; policy accept;
    iifname ${guests} jump off_the_cable
  }

  chain off_the_cable {
    meta nfproto ipv6 drop
    fib saddr . iif oif missing drop
  }

  chain divert {
    type nat hook prerouting priority dstnat; policy accept;
    iifname ${guests} meta l4proto tcp dnat ip to ${egress}:${egressPort}
    iifname ${guests} udp dport 53 dnat ip to ${egress}:${egressPort}
  }

  chain input {
    type filter hook input priority filter - 10; policy accept;
    iifname ${guests} jump to_node
  }

  chain to_node {
    meta nfproto ipv4 ct direction reply ct state established,related accept
    ct state new jump opens
    ip daddr ${egress} udp dport ${egressPort} update @asking { iifname limit rate over ${questionsPerSecondMax}/second burst ${questionsBurstMax} packets } drop
    ct status dnat ip daddr ${egress} meta l4proto { tcp, udp } th dport ${egressPort} accept
    meta l4proto != tcp goto refuse
    drop
  }

  chain forward {
    type filter hook forward priority filter - 10; policy accept;
    iifname ${guests} jump from_guest
    oifname ${guests} jump to_guest
  }

  chain from_guest {
    meta nfproto ipv6 drop
    meta l4proto tcp drop
    ip daddr @closed goto refuse
    oifname ${guests} goto refuse
    ct state new jump opens
    ip saddr vmap @${listsMap}
    accept
  }

  chain refuse {
    meta l4proto igmp drop
    meta l4proto udp update @${refusedSets.udp} { iifname . ip daddr . udp dport } drop
    update @${refusedSets.other} { iifname . ip daddr . ip protocol } drop
    drop
  }

${lists.chains}
  map ${listsMap} {
    type ipv4_addr : verdict${lists.elements}
  }

  chain opens {
    update @opening { iifname limit rate over ${newPerSecondMax}/second burst ${newBurstMax} packets } goto refuse_over_share
    add @open { iifname ct count over ${connectionsMax} } goto refuse_over_share
  }

  chain refuse_over_share {
    update @${refusedSets.share} { iifname . ct original ip daddr . ip protocol } drop
    drop
  }

  chain to_guest {
    meta nfproto ipv4 ct direction reply ct state established,related accept
    drop
  }

  chain output {
    type filter hook output priority filter - 10; policy accept;
    oifname ${guests} ct state new goto from_node
    ip daddr ${egress} ct state new meta skuid != ${rootUid} drop
    ip saddr ${egress} meta l4proto { tcp, udp } th sport ${egressPort} meta skuid != { ${answerers} } drop
  }

  chain from_node {
    meta skuid { ${callers} } accept
    meta l4proto tcp tcp flags & (syn | ack) != syn accept
    drop
  }

  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr ${installationSubnet(installation)} oifname != ${guests} masquerade
  }
}
`
}

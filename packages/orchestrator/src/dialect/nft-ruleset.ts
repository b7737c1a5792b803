/**
 * The node's packet rules for all sandboxes of one installation. They name interfaces by prefix, so they are loaded once
 * and cost nothing per sandbox. A sandbox may answer what the node opened, and may open what is not closed, under its own
 * address; nothing else.
 */
import { closedRanges } from '@cay/core/egress/closed-ranges.ts'
import { installationName, installationSubnet, slotPrefix, slotsPerInstallation } from './slot-plan.ts'

/**
 * The node's kernel keeps track of every connection in one table for everybody; a full table would cut the node itself
 * off. So each sandbox has a share of it: connections open at once, and new ones per second and in a burst (a closed one
 * stays in the table for up to two minutes).
 */
const connectionsMax = 4096
const newPerSecondMax = 500
const newBurstMax = 2000

export function renderNftRuleset(installation: number): string {
  const table = `inet ${installationName(installation)}`
  const guests = `"${slotPrefix(installation)}*"`
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

  chain input {
    type filter hook input priority filter - 10; policy accept;
    iifname ${guests} jump to_node
  }

  chain to_node {
    fib saddr . iif oif missing drop
    meta nfproto ipv4 ct direction reply ct state established,related accept
    drop
  }

  chain forward {
    type filter hook forward priority filter - 10; policy accept;
    iifname ${guests} jump from_guest
    oifname ${guests} jump to_guest
  }

  chain from_guest {
    meta nfproto ipv6 drop
    fib saddr . iif oif missing drop
    ip daddr @closed drop
    oifname ${guests} drop
    ct state new jump opens
    accept
  }

  chain opens {
    update @opening { iifname limit rate over ${newPerSecondMax}/second burst ${newBurstMax} packets } drop
    add @open { iifname ct count over ${connectionsMax} } drop
  }

  chain to_guest {
    meta nfproto ipv4 ct direction reply ct state established,related accept
    drop
  }

  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr ${installationSubnet(installation)} oifname != ${guests} masquerade
  }
}
`
}

/**
 * The node's packet rules for all sandboxes of one installation. They name interfaces by prefix, so they are loaded once
 * and cost nothing per sandbox. A sandbox may answer what the node opened, and may open what is not closed; nothing else.
 */
import { installationName, installationSubnet, slotPrefix } from './slot-plan.ts'

/** Private, local, shared, test and multicast ranges: never reachable from a sandbox. */
export const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
] as const

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

  chain input {
    type filter hook input priority filter - 10; policy accept;
    iifname ${guests} jump to_node
  }

  chain to_node {
    meta nfproto ipv4 ct state established,related accept
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
    accept
  }

  chain to_guest {
    meta nfproto ipv4 ct state established,related accept
    drop
  }

  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    ip saddr ${installationSubnet(installation)} oifname != ${guests} masquerade
  }
}
`
}

import type { Denied } from '@cay/core/egress/denials.ts'
import type { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import type { Logger } from '@cay/kit/log.ts'
import { Counter } from '@cay/kit/metrics.ts'
import type { HostNetwork, SandboxUrls } from '../ports/network.ts'
import type { Tls } from '../ports/tls.ts'
import type { Vault } from '../ports/vault.ts'
import type { DenialFeed } from './denials/denial-feed.ts'
import type { Turns } from './fairness/turns.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Sandboxes } from './sandbox/sandboxes.ts'

const decisions = new Counter({
  name: 'cay_egress_decisions_total',
  help: 'Connections (tcp) and DNS queries (dns) of sandboxes by decision',
  labelNames: ['decision', 'protocol'],
})

/** Counts a connection or DNS query that is allowed. */
export function countAllowed(protocol: Denied['protocol']): void {
  decisions.inc({ decision: 'allowed', protocol })
}

/** The dependencies of every decision of the gateway. */
export interface EgressContext {
  readonly sandboxes: Sandboxes
  readonly network: HostNetwork
  /** Absent where sandboxes cannot reach the URLs of others. */
  readonly sandboxUrls?: SandboxUrls | undefined
  readonly tls: Tls
  readonly vault: Vault
  readonly denials: DenialFeed
  readonly turns: Turns
  /** By team. */
  readonly connections: SharedLimit
  readonly queries: SharedLimit
  readonly vaultCalls: SharedLimit
  readonly log: Logger
  readonly clock: { nowMs(): number }
}

/** For events that a sandbox can cause as often as it likes. Undefined when the sandbox has used up its rate of log lines. */
export function logAbout({ log, clock }: EgressContext, sandbox: Sandbox): Logger | undefined {
  return sandbox.takeLine(clock.nowMs()) ? log : undefined
}

/** Records a denial: counted, listed for the sandbox, and logged when it is new. */
export function reportDenied(
  { log, clock, denials }: EgressContext,
  sandbox: Sandbox,
  denied: Denied,
  count = 1,
): void {
  decisions.inc({ decision: 'refused', protocol: denied.protocol }, count)
  const line = sandbox.deny(denied, clock.nowMs(), count)
  if (line === undefined) return
  denials.push({ sandboxId: sandbox.id, denial: line })
  const { protocol, address, port, name, rule } = line
  log.info(
    { event: 'egress.denied', sandboxID: sandbox.id, protocol, address, port, host: name, rule },
    'egress denied',
  )
}

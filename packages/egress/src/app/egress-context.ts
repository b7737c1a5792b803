import type { Denied } from '@cay/core/egress/denials.ts'
import type { Logger } from '@cay/kit/log.ts'
import { Counter } from '@cay/kit/metrics.ts'
import type { HostNetwork, Tls, Vault } from '../ports.ts'
import type { DenialFeed } from './denial-feed.ts'
import type { Sandbox } from './sandbox.ts'
import type { Sandboxes } from './sandboxes.ts'

const decisions = new Counter({
  name: 'cay_egress_decisions_total',
  help: 'Connections (tcp) and questions for names (dns) of sandboxes, by what became of them',
  labelNames: ['decision', 'protocol'],
})

/** One that goes on. */
export function countAllowed(protocol: Denied['protocol']): void {
  decisions.inc({ decision: 'allowed', protocol })
}

/** What every decision of the gateway works with. */
export interface EgressContext {
  readonly sandboxes: Sandboxes
  readonly network: HostNetwork
  readonly tls: Tls
  readonly vault: Vault
  readonly denials: DenialFeed
  readonly log: Logger
  readonly clock: { nowMs(): number }
}

/** For what a sandbox can bring about by itself as often as it likes: there is no log for it when it has had its share. */
export function logAbout({ log, clock }: EgressContext, sandbox: Sandbox): Logger | undefined {
  return sandbox.takeLine(clock.nowMs()) ? log : undefined
}

/** Every refusal is seen: listed for the sandbox, and said in one line when it is new. */
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
